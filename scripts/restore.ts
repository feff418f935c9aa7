import { BackupError } from '../server/backup/backup-error.ts';
import { readBackupSchema } from '../server/backup/read-backup.ts';
import { restoreBackup } from '../server/backup/restore-backup.ts';
import { usualWaitLimit } from '../server/backup/wait-limit.ts';
import { migrateToLatest, migrations } from '../server/database/migrate.ts';
import { openPhotos } from '../server/external/photos/open-photos.ts';
import { readSettings } from '../server/settings/settings.ts';
import { explainStartFailure } from '../server/start-failure.ts';
import { log, prepareDatabase } from './prepare-database.ts';
import { signalled } from './signalled.ts';
import { withDatabase } from './with-database.ts';
import { fail } from './with-services.ts';

/**
 * `npm run restore -- FILE`: restores a backup into the deployment's database, which must have no rows, and its photos into the
 * deployment's storage. An error is one line and exit code 1, and nothing is restored.
 */

async function run(file: string): Promise<void> {
  const settings = readSettings(process.env, []);
  const wait = { ...usualWaitLimit, signal: signalled() };
  const start = performance.now();
  const { head, manifest } = await withDatabase(settings, async (databaseUrl) => {
    // An earlier version's rows come into that version's schema, which is then migrated as an upgrade would.
    const schema = await readBackupSchema(file);
    if (!Object.hasOwn(migrations, schema))
      throw new BackupError(`The backup is of the schema ${schema} of a newer version. Restore it with that version.`);
    await prepareDatabase(databaseUrl, schema);
    const restored = await restoreBackup({ databaseUrl, photos: openPhotos(settings), print: console.log, wait }, file);
    await migrateToLatest(databaseUrl, log);
    return restored;
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
