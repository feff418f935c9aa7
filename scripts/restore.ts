import { restoreBackup } from '../server/backup/restore-backup.ts';
import { usualWaitLimit } from '../server/backup/wait-limit.ts';
import { migrateToLatest } from '../server/database/migrate.ts';
import { openPhotos } from '../server/external/photos/open-photos.ts';
import { openJobs } from '../server/jobs/queue.ts';
import { readSettings } from '../server/settings/settings.ts';
import { explainStartFailure } from '../server/start-failure.ts';
import { signalled } from './signalled.ts';
import { withDatabase } from './with-database.ts';
import { fail } from './with-services.ts';

/**
 * `npm run restore -- FILE`: restores a backup into the deployment's database, which must have no rows, and its photos into the
 * deployment's storage. An error is one line and exit code 1, and nothing is restored.
 */

const log = { warn: (_details: object, message: string) => console.error(message) };
const queueStopMs = 2_000;

/** Creates the schema and the job queue's tables, as a server start does. */
async function prepare(databaseUrl: string): Promise<void> {
  await migrateToLatest(databaseUrl, log);
  await (await openJobs(databaseUrl, log)).stop(queueStopMs);
}

async function run(file: string): Promise<void> {
  const settings = readSettings(process.env, []);
  const wait = { ...usualWaitLimit, signal: signalled() };
  const start = performance.now();
  const { head, manifest } = await withDatabase(settings, async (databaseUrl) => {
    await prepare(databaseUrl);
    return await restoreBackup({ databaseUrl, photos: openPhotos(settings), print: console.log, wait }, file);
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString('en-US');
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `Restored ${rows} rows and ${manifest.photos.count} photos of ${head.createdAt} in ${seconds} s. Counts, checksums and the ledger's sums agree.`,
  );
  if (!manifest.photos.areIncluded) console.log('The backup holds no photos: restore them from their own copy.');
}

const [file, ...others] = process.argv.slice(2);
if (!file || file.startsWith('-') || others.length > 0) fail('Usage: npm run restore -- FILE');
else await run(file).catch((error) => fail(explainStartFailure(error)));
