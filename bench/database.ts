import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { hashOfToken, newSecretToken } from '../server/accounts/secret-token.ts';
import { startEmbeddedServer } from '../server/database/embedded/server.ts';
import { migrateToLatest } from '../server/database/migrate.ts';

const log = { info: () => {}, warn: (...details: unknown[]) => console.warn(...details) };

export interface BenchDatabases {
  /** Creates a migrated database and returns its URL. */
  create(name: string): Promise<string>;
}

/** Runs the work with a temporary database server. */
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
  await migrateToLatest(url, log);
  return url;
}

/** Runs `work` with a connection without a statement timeout, because filling a million rows takes long. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates a session for each account and returns the tokens. Signing in would spend the time on password hashes. */
export async function openSessions(client: pg.Client, userIds: readonly string[]): Promise<string[]> {
  const tokens = userIds.map(() => newSecretToken());
  await client.query(
    `INSERT INTO sessions ("sid", "sess", "expire", "userId")
     SELECT sid, '{}', now() + interval '1 day', user_id FROM unnest($1::text[], $2::uuid[]) AS given (sid, user_id)`,
    [tokens.map(hashOfToken), userIds],
  );
  return tokens;
}
