import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedServer } from '../../../server/database/embedded/server.ts';
import { migrateToLatest } from '../../../server/database/migrate.ts';
import { openJobs } from '../../../server/jobs/queue.ts';
import { makeMemoryFolder } from './memory-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database, which tests copy (CREATE DATABASE … TEMPLATE). */
    templateUrl: string;
  }
}

const log = { info: () => {}, warn: (...details: unknown[]) => console.warn(...details) };

/**
 * Starts one real PostgreSQL for the whole run, embedded or at TEST_DATABASE_URL, with a migrated template. Returns the
 * teardown.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL;
  if (external) return await provideTemplate(project, external);
  const dataDir = makeMemoryFolder('stoop-test');
  const server = await startEmbeddedServer({ dataDir, log, settings: testServerSettings });
  const dropTemplate = await provideTemplate(project, server.url);
  return async () => {
    await dropTemplate();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/**
 * No test crashes this server, so it doesn't wait for the disk. Several test files run at a time with several pools
 * each, so it allows many connections.
 */
export const testServerSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=256MB',
  'max_connections=400',
];

/** Makes the migrated template and provides its URL to the project's tests. Returns a function that drops it. */
export async function provideTemplate(project: TestProject, serverUrl: string): Promise<() => Promise<void>> {
  const template = `stoop_template_${process.pid}_${randomInt(1e9)}`;
  await administrate(serverUrl, `CREATE DATABASE ${template}`);
  const templateUrl = withDatabase(serverUrl, template);
  await fillTemplate(templateUrl);
  project.provide('templateUrl', templateUrl);
  return async () => await dropDatabase(serverUrl, template);
}

async function fillTemplate(url: string): Promise<void> {
  await migrateToLatest(url, log);
  const jobs = await openJobs(url, log);
  await jobs.stop(1_000);
}

/**
 * Drops a test's database after closing its connections. Not WITH (FORCE): while an autovacuum worker is in the database, only
 * a superuser may do that. A plain DROP stops the worker.
 */
export async function dropDatabase(serverUrl: string, database: string): Promise<void> {
  await administrate(
    serverUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = '${database}' AND backend_type = 'client backend'`,
    `DROP DATABASE ${database}`,
  );
}

/** Runs statements on the server outside any test database. */
export async function administrate(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns the URL of another database on the same server. Also works for socket URLs, whose host is in the query. */
export function withDatabase(url: string, database: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}
