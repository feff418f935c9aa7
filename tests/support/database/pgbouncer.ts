import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startDatabaseLink } from './database-link.ts';

/** Returns true if PgBouncer is installed. */
function isInstalled(): boolean {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The id of the user "nobody". PgBouncer refuses to run as root. */
const nobody = 65_534;

export const hasPgBouncer = isInstalled();

/**
 * Starts PgBouncer in front of the database, with its own defaults except for these options. Returns the URL that leads
 * through it, and a function that stops it.
 */
export async function startPgBouncer(
  databaseUrl: string,
  options: Readonly<Record<string, string>>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  // PgBouncer runs as another user, who doesn't reach the folder of the embedded server's Unix socket.
  const link = await startDatabaseLink(databaseUrl);
  const url = new URL(link.url);
  const database = url.pathname.slice(1);
  const folder = mkdtempSync(join(tmpdir(), 'stoop-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const target = [`host=${url.hostname}`, `port=${url.port}`, `user=${url.username}`];
  if (url.password) target.push(`password=${decodeURIComponent(url.password)}`);
  const settings = {
    ...{ listen_addr: '127.0.0.1', listen_port: String(port), unix_socket_dir: '', auth_type: 'any' },
    ...options,
  };
  const file = join(folder, 'pgbouncer.ini');
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(file, ['[databases]', `${database} = ${target.join(' ')}`, '[pgbouncer]', ...lines, ''].join('\n'));
  const bouncer = spawn('pgbouncer', ['--quiet', file], {
    stdio: 'ignore',
    ...(process.getuid?.() === 0 && { uid: nobody, gid: nobody }),
  });
  const through = `postgres://${url.username}@127.0.0.1:${port}/${database}`;
  await untilItAnswers(through);
  return {
    url: through,
    async stop() {
      const ended = once(bouncer, 'exit');
      bouncer.kill('SIGKILL');
      await ended;
      await link.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('the probe has no port');
  return address.port;
}

async function untilItAnswers(url: string): Promise<void> {
  for (const giveUpAt = Date.now() + 10_000; ; await sleep(100)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('SELECT 1');
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
  }
}
