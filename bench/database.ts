import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../server/database/connect.ts';
import { startEmbeddedServer } from '../server/database/embedded/server.ts';
import { migrateToLatest } from '../server/database/migrate.ts';

const log = { info: () => {}, warn: (...details: unknown[]) => console.warn(...details) };

export interface BenchDatabases {
  /** Makes a migrated database and answers its address. */
  create(name: string): Promise<string>;
}

/** Runs the work beside a database server of its own, which is gone afterwards. */
export async function withDatabases<T>(work: (databases: BenchDatabases) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stoop-bench-'));
  try {
    const server = await startEmbeddedServer({ dataDir, log });
    try {
      return await work({ create: (name) => createDatabase(server.url, name) });
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await withClient(serverUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = serverUrl.replace(/^(postgres:\/\/[^/]*\/)[^?]*/, `$1${name}`);
  const { db } = openDatabase(url, log);
  try {
    await migrateToLatest(db);
  } finally {
    await db.destroy();
  }
  return url;
}

/** A connection without the server's time-outs: filling a million rows takes longer than any request may. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
