import { migrateToLatest } from '../server/database/migrate.ts';
import { openJobs } from '../server/jobs/queue.ts';

/** Prints what a start of the server would log. */
export const log = {
  warn: (details: { err?: Error }, message: string) =>
    console.error(details.err ? `${message}: ${details.err.message}` : message),
};
const queueStopMs = 2_000;

/**
 * Creates or migrates the schema, and the job queue's tables, and nothing else: the database stays without a row. `last`
 * is the last migration to run. Waits up to two minutes for a database that doesn't respond. Throws as `migrateToLatest`.
 */
export async function prepareDatabase(databaseUrl: string, last?: string): Promise<void> {
  await migrateToLatest(databaseUrl, log, last === undefined ? {} : { last });
  await (await openJobs(databaseUrl, log)).stop(queueStopMs);
}
