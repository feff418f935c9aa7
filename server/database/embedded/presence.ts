import pg from 'pg';
import { type Address, SUPERUSER } from './cluster.ts';
import { EmbeddedDatabaseError } from './error.ts';

/**
 * Every process that uses the server keeps one connection with a shared lock: its presence. Whoever can take the
 * lock for itself alone is the last one and may stop the server. The lock lives and dies with the server, so no
 * file has to be trusted or cleaned up after a kill.
 */
const PRESENCE_LOCK = 7_405_207;

export type Attempt = { client: pg.Client } | { state: 'absent' | 'busy' };

/** The server is starting, stopping, recovering or full: it will answer later. */
const LATER = new Set(['57P01', '57P02', '57P03', '53300', 'ECONNRESET', 'EPIPE']);

/** Connects and takes the shared lock, or says why there is nobody to connect to. */
export async function tryPresence(address: Address): Promise<Attempt> {
  const client = newClient(address);
  try {
    await client.connect();
    // Waits while a last user is stopping the server, and then fails with it.
    await client.query('SELECT pg_advisory_lock_shared($1)', [PRESENCE_LOCK]);
    // The stopper's lock may have ended a moment before our connection will: a stopping server takes no new one.
    await checkTakesConnections(address);
    return { client };
  } catch (error) {
    await client.end().catch(() => undefined);
    return { state: classify(error, address) };
  }
}

/** Gives up the presence. Answers true when nobody else is left; then the lock is held until the server ends. */
export async function leave(client: pg.Client): Promise<boolean> {
  await client.query('SELECT pg_advisory_unlock_shared($1)', [PRESENCE_LOCK]);
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS last', [PRESENCE_LOCK]);
  return rows[0]?.last === true;
}

async function checkTakesConnections(address: Address): Promise<void> {
  const client = newClient(address);
  await client.connect();
  await client.end();
}

function newClient({ host, port, password }: Address): pg.Client {
  const client = new pg.Client({
    host,
    port,
    password: password ?? '',
    user: SUPERUSER,
    database: 'postgres',
    application_name: 'stoop presence',
    ssl: false,
    options: '',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined); // its end is what is watched
  return client;
}

function classify(error: unknown, { host }: Address): 'absent' | 'busy' {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent';
  if (LATER.has(code) || /terminated|timeout|not queryable/i.test(message)) return 'busy';
  if (code === 'EACCES') {
    throw new EmbeddedDatabaseError(`The database's socket in ${host} belongs to another user: start as that user.`);
  }
  throw new EmbeddedDatabaseError(`The database in ${host} refused us: ${message}`);
}
