import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';

/** The faults of the link, in both directions. */
export interface LinkFaults {
  /** Bytes vanish, and connections stay open: the other side never learns that anything was lost. */
  readonly isSilent?: boolean;
  /** The delay in each direction. */
  readonly latencyMs?: number;
  /** The speed of each connection and direction. */
  readonly bytesPerSecond?: number;
  /** The chance of each piece of data to reset its connection instead. */
  readonly resetShare?: number;
  /** Every connection is closed, and new ones are refused. */
  readonly isCut?: boolean;
}

export interface DatabaseLink {
  /** The database's URL through this link. */
  url: string;
  /** From now on the link has these faults and no others. */
  set(faults: LinkFaults): void;
  close(): Promise<void>;
}

/** Starts a TCP proxy in front of a database, whose link can fail. */
export async function startDatabaseLink(databaseUrl: string): Promise<DatabaseLink> {
  // `URL` rejects an address without a host, such as that of the embedded server's Unix socket.
  const given = new URL(databaseUrl.replace('@/', '@localhost/'));
  const target = addressOf(given);
  const sockets = new Set<Socket>();
  let faults: LinkFaults = {};
  const keep = (socket: Socket) => {
    sockets.add(socket.setNoDelay(true));
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (faults.isCut) return void near.resetAndDestroy();
    const far = connect(target);
    keep(far);
    forward(near, far, () => faults);
    forward(far, near, () => faults);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: withAddress(given, (server.address() as AddressInfo).port),
    set(next) {
      faults = next;
      if (faults.isCut) cut();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
}

/**
 * Forwards data in order. A byte meets the faults of the moment when it passes, so a repaired link is fast immediately.
 */
function forward(from: Socket, to: Socket, faultsNow: () => LinkFaults): void {
  let sent: Promise<void> = Promise.resolve();
  from.on('data', (data) => {
    const { isSilent, latencyMs = 0, resetShare = 0 } = faultsNow();
    if (isSilent) return;
    const arrived = pass(latencyMs);
    sent = sent.then(async () => {
      await arrived;
      if (Math.random() < resetShare) return reset(from, to);
      await sendSlowly(data, to, faultsNow);
    });
  });
  // On a silent link, the end of a connection doesn't get through either.
  from.on('close', () => void sent.then(() => faultsNow().isSilent || to.destroy()));
}

async function sendSlowly(data: Buffer, to: Socket, faultsNow: () => LinkFaults): Promise<void> {
  for (let at = 0; at < data.length; ) {
    const { bytesPerSecond } = faultsNow();
    const end = bytesPerSecond ? at + Math.ceil(bytesPerSecond / 10) : data.length;
    if (bytesPerSecond) await pass(100);
    if (to.destroyed) return;
    to.write(data.subarray(at, end));
    at = end;
  }
}

function reset(...sockets: Socket[]): void {
  // A Unix socket has no address and can't be reset.
  for (const socket of sockets) socket.remoteAddress ? socket.resetAndDestroy() : socket.destroy();
}

/**
 * Returns the address to connect to. The embedded server listens on a Unix socket, whose folder is the URL's `host`
 * parameter.
 */
function addressOf({ hostname, port, searchParams }: URL): NetConnectOpts {
  const folder = searchParams.get('host');
  const number = port || searchParams.get('port') || '5432';
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${number}` } : { host: hostname, port: Number(number) };
}

function withAddress(url: URL, port: number): string {
  const { searchParams } = url;
  searchParams.delete('host');
  searchParams.delete('port');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
