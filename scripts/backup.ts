import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BackupHead, BackupManifest } from '../server/backup/backup-rules.ts';
import { makeBackup } from '../server/backup/make-backup.ts';
import { fetchCopy, listCopies } from '../server/backup/nightly/fetch-copy.ts';
import { checkBackup } from '../server/backup/read-backup.ts';
import { usualWaitLimit, type WaitLimit } from '../server/backup/wait-limit.ts';
import { openPhotos } from '../server/external/photos/open-photos.ts';
import { readSettings } from '../server/settings/settings.ts';
import { explainStartFailure } from '../server/start-failure.ts';
import { signalled } from './signalled.ts';
import { withDatabase } from './with-database.ts';
import { fail } from './with-services.ts';

/**
 * `npm run backup -- FILE` or `-- DIR`: writes everything to one file, while the server runs. `-- --check FILE` reads a
 * backup and reports whether it is complete. `-- --copies` lists the copies of nightly backups in the bucket, and
 * `-- --fetch NAME DIR` writes one of them into a folder. An error is one line and exit code 1.
 */

const usage =
  'Usage: npm run backup -- FILE or DIR [--without-photos], -- --check FILE, -- --copies, or -- --fetch NAME DIR';

type Arguments =
  | { task: 'make'; path: string; hasPhotos: boolean }
  | { task: 'check'; path: string }
  | { task: 'copies' }
  | { task: 'fetch'; name: string; dir: string };

function readArguments(args: string[]): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        check: { type: 'boolean' },
        copies: { type: 'boolean' },
        fetch: { type: 'boolean' },
        'without-photos': { type: 'boolean' },
      },
    });
    const [first, second, ...others] = positionals;
    const [option, ...more] = Object.keys(values);
    if (more.length > 0 || others.length > 0) return undefined;
    if (option === 'copies') return first ? undefined : { task: 'copies' };
    if (option === 'fetch') return first && second ? { task: 'fetch', name: first, dir: second } : undefined;
    if (!first || second) return undefined;
    return option === 'check'
      ? { task: 'check', path: first }
      : { task: 'make', path: first, hasPhotos: option === undefined };
  } catch {
    return undefined;
  }
}

/** Returns the file to write. In a folder, it is named after the time, in UTC. */
function fileOf(path: string, now: Date): string {
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  return isFolder ? join(path, `stoop-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`) : path;
}

const count = (n: number, word: string) => `${n.toLocaleString('en-US')} ${word}${n === 1 ? '' : 's'}`;

function contentsOf({ createdAt, migration }: BackupHead, { tables, photos }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const missing = photos.missing > 0 ? ` (${photos.missing} were missing)` : '';
  const pictures = photos.areIncluded ? `${count(photos.count, 'photo')}${missing}` : 'no photos';
  return `${count(tables.length, 'table')}, ${count(rows, 'row')} and ${pictures} of ${createdAt}, schema ${migration}`;
}

const print = (line: string) => console.log(line);

async function run(given: Arguments): Promise<void> {
  const wait = { ...usualWaitLimit, signal: signalled() };
  if (given.task === 'make') return await make(given, wait);
  if (given.task === 'check') {
    const { head, manifest } = await checkBackup(given.path, { print, wait });
    console.log(`The backup is complete: ${contentsOf(head, manifest)}.`);
    return;
  }
  const { bucket } = readSettings(process.env, []);
  if (!bucket) return fail('There is no bucket: the S3_… settings are not set.');
  if (given.task === 'copies') {
    for (const name of await listCopies(bucket)) console.log(name);
    return;
  }
  console.log(`Wrote ${await fetchCopy(bucket, given, wait)}.`);
}

async function make({ path, hasPhotos }: { path: string; hasPhotos: boolean }, wait: WaitLimit): Promise<void> {
  const settings = readSettings(process.env, []);
  const file = fileOf(path, new Date());
  if (existsSync(file)) return fail(`${file} already exists.`);
  const start = performance.now();
  const photos = hasPhotos ? openPhotos(settings) : undefined;
  const made = await withDatabase(settings, async (databaseUrl) => {
    return await makeBackup({ databaseUrl, photos, clock: () => new Date(), print, wait }, file);
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const megabytes = (made.bytes / 1e6).toFixed(1);
  console.log(`Wrote ${file}: ${contentsOf(made.head, made.manifest)}; ${megabytes} MB in ${seconds} s.`);
}

const given = readArguments(process.argv.slice(2));
if (!given) fail(usage);
else await run(given).catch((error) => fail(explainStartFailure(error)));
