import pg from 'pg';
import type { Address } from './address.ts';
import { SUPERUSER } from './cluster.ts';
import { EmbeddedDatabaseError } from './errors.ts';

/**
 * Every process that uses the server keeps one connection with a shared lock: its presence. A process that can take the
 * lock exclusively is the last one and may stop the server. The lock ends with its process or the server, so a kill
 * leaves nothing behind.
 */
const PRESENCE_LOCK = 7_405_207;

/** Codes of a server that is starting, stopping, recovering or full: connect again later. */
const BUSY_CODES = new Set(['57P01', '57P02', '57P03', '53300', 'ECONNRESET', 'EPIPE']);

/**
 * Connects and takes the shared lock. If that fails, returns why: there is no server (`absent`), or it is busy. Throws
 * an EmbeddedDatabaseError when trying again can't help.
 */
export async function tryPresence(address: Address): Promise<pg.Client | 'absent' | 'busy'> {
  const client = newClient(address);
  try {
    await client.connect();
    // If the last process is stopping the server, this waits for it, then fails because the server is gone.
    await client.query('SELECT pg_advisory_lock_shared($1)', [PRESENCE_LOCK]);
    // A stopping server may release the last process's lock before it ends our connection, but accepts no new one.
    const probe = newClient(address);
    await probe.connect();
    await probe.end();
    await client.query('SELECT 1'); // still connected: from now on the client's 'end' event reports a loss
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    return classify(error, address);
  }
}

/** Releases the shared lock. Returns true if no other process is present; `client` then has the lock exclusively. */
export async function leave(client: pg.Client): Promise<boolean> {
  await client.query('SELECT pg_advisory_unlock_shared($1)', [PRESENCE_LOCK]);
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS last', [PRESENCE_LOCK]);
  return rows[0]?.last === true;
}

function newClient({ host, port, password = '' }: Address): pg.Client {
  const client = new pg.Client({
    ...{ host, port, password, user: SUPERUSER, database: 'postgres', application_name: 'stoop presence' },
    ...{ ssl: false, options: '', connectionTimeoutMillis: 5_000 },
  });
  client.on('error', () => undefined); // 'end' follows
  return client;
}

function classify(error: unknown, { host }: Address): 'absent' | 'busy' {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent';
  if (BUSY_CODES.has(code) || /terminated|timeout|not queryable/i.test(message)) return 'busy';
  if (code === 'EACCES') {
    throw new EmbeddedDatabaseError(`The database's socket in ${host} belongs to another user: start as that user.`);
  }
  throw new EmbeddedDatabaseError(`The database in ${host} refused the connection: ${message}`);
}
