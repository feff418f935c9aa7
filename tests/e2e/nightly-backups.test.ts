import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../server/database/connect.ts';
import type { Db } from '../../server/database/transaction.ts';
import { openJobs, type RunningJobs } from '../../server/jobs/queue.ts';
import {
  endProcess,
  type ServerProcess,
  spawnServer,
  startServerProcess,
} from '../support/processes/server-process.ts';

/** Nightly backups with real servers: two that share a database and a folder, one of which is killed. */

const silent = { warn: () => {} };
let dir: string;
let server: ServerProcess;
let second: Awaited<ReturnType<typeof spawnServer>>;
let db: Db;
let jobs: RunningJobs;
let other: pg.Client;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stoop-nights-'));
  server = await startServerProcess({ BACKUP_DIR: dir });
  second = await spawnServer({ DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir, BACKUP_DIR: dir });
  ({ db } = openDatabase(server.databaseUrl, silent));
  jobs = await openJobs(server.databaseUrl, silent);
  other = new pg.Client({ connectionString: server.databaseUrl });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await jobs.stop(1_000);
  await db.destroy();
  await endProcess(second.process);
  await server.stop();
  await rm(dir, { recursive: true });
});

const enqueue = async () => await jobs.enqueue(db, 'make-nightly-backup', {});
const rows = async () => await db.selectFrom('backups').selectAll().orderBy('startedAt').execute();
const files = async () => (await readdir(dir)).sort();
const until = async (done: () => Promise<boolean>) => await expect.poll(done, { timeout: 90_000 }).toBe(true);
const anyPart = async () => (await files()).some((name) => name.endsWith('.part'));

it('leave no part file when their server is killed, and are made by the other one, once', async () => {
  // The queue's own clock may have begun one already.
  await until(async () => (await rows()).every(({ endedAt }) => endedAt !== null));
  await db.deleteFrom('backups').execute();
  for (const name of await files()) await rm(join(dir, name));
  await other.query('BEGIN; LOCK TABLE places IN ACCESS EXCLUSIVE MODE');
  await enqueue();
  await until(anyPart);
  const isRunning = async (of: { process: { pid?: number | undefined } }) => {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'args=', '--ppid', String(of.process.pid)]);
    return stdout.includes('backup-process');
  };
  const isFirst = await isRunning(server).catch(() => false);
  const killed = isFirst ? server.process : second.process;
  await endProcess(killed, 'SIGKILL');
  await until(async () => !(await anyPart()));
  await other.query('ROLLBACK');
  // The queue notices the dead process by its missing heartbeats; here its job is failed at once.
  await other.query(`UPDATE pgboss.job SET state = 'failed' WHERE name = 'make-nightly-backup' AND state = 'active'`);
  await enqueue();
  await until(async () => (await rows()).some(({ checkedAt }) => checkedAt !== null));
  await enqueue();
  await until(async () => (await rows()).every(({ endedAt }) => endedAt !== null));
  expect((await rows()).map(({ failure }) => failure)).toEqual([
    'The server that made it ended before it was done.',
    null,
  ]);
  expect(await files()).toEqual([(await rows())[1]?.fileName]);
  if (isFirst) Object.assign(server, await spawnServer({ DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir }));
});
