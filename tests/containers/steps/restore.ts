import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BackupManifest } from '../../../server/backup/backup-rules.ts';
import { checkBackup } from '../../../server/backup/read-backup.ts';
import { SiteLoad } from '../load.ts';
import type { Site } from '../site.ts';
import { trustCaddy } from '../visitor.ts';
import { bookWithPhoto, requireBooked } from './book.ts';
import { expectSame, type Step } from './step.ts';

const containerUid = 1000;
/** How many requests fill the site before the backup. Two of five are bookings. */
const requests = 1_500;

/** Makes a backup with the documented commands. Returns the path of the file. */
export async function backUp(site: Site): Promise<string> {
  const output = await site.runDocumented('docker compose exec app-1 node scripts/backup.ts /data');
  const name = /\/data\/(\S+\.backup)/.exec(output)?.[1];
  if (!name) throw new Error(`the backup printed no file: ${output}`);
  const words = { FILE: name };
  await site.runDocumented('docker compose exec app-1 node scripts/backup.ts --check /data/FILE', words);
  await site.runDocumented('(umask 077; docker compose exec -T app-1 cat /data/FILE > FILE)', words);
  return join(site.folder, name);
}

/** Returns every table with its rows and its checksum, and the number of photos, as one text. */
function contentsOf({ tables, photos, ledger }: BackupManifest): string {
  return JSON.stringify({ tables: tables.map(({ name, rows, sum }) => [name, rows, sum]), photos, ledger });
}

/** Mounts the backup, which the container's user can't read. Throws unless the restore says so in a sentence. */
async function requireExplained(site: Site, file: string): Promise<void> {
  if (process.getuid?.() === containerUid) return;
  const command = `docker compose run --rm --no-deps -v '${file}:/mounted.backup:ro' app-1 node scripts/restore.ts /mounted.backup`;
  const output = await site.run(`{ ${command} && echo restored; } 2>&1 || true`);
  if (!output.includes(`The user node (uid ${containerUid}) may not open /mounted.backup`)) {
    throw new Error(`a file that the container may not read isn't explained: ${output}`);
  }
}

/** Restores a backup into a site without containers and volumes, as documented, and starts it. Returns what it printed. */
export async function restoreInto(fresh: Site, file: string, whenRestored = async () => {}): Promise<string> {
  const words = { FILE: basename(file) };
  await fresh.create('working tree');
  await copyFile(file, join(fresh.folder, words.FILE));
  await fresh.runDocumented('docker compose build');
  await fresh.runDocumented('docker compose up -d postgres');
  const run = 'docker compose run --rm --no-deps';
  await fresh.runDocumented(`${run} -T app-1 sh -c 'umask 077; cat > /data/FILE' < FILE`, words);
  const output = await fresh.runDocumented(`${run} app-1 node scripts/restore.ts /data/FILE`, words);
  await fresh.runDocumented(`${run} app-1 rm /data/FILE`, words);
  await whenRestored();
  await fresh.runDocumented('docker compose up -d');
  await trustCaddy(fresh);
  return output.trim();
}

/** Backs up a restored site before anything has run on it. Throws if its rows differ. */
async function requireSameRows(fresh: Site, expected: BackupManifest): Promise<void> {
  await fresh.run('docker compose run --rm --no-deps app-1 node scripts/backup.ts /data/again.backup');
  await fresh.run('docker compose run --rm --no-deps app-1 cat /data/again.backup > again.backup');
  const { manifest } = await checkBackup(join(fresh.folder, 'again.backup'));
  expectSame(contentsOf(manifest), contentsOf(expected), 'the restored rows');
}

export const restore: Step = {
  name: 'restore',
  shows: 'A backup made in the container is restored into a fresh set of containers, with the documented commands.',
  async play({ site, fresh, say }) {
    const booked = await bookWithPhoto(site);
    const load = await SiteLoad.start();
    await load.untilSent(requests);
    await load.stop();
    const file = await backUp(site);
    const { manifest } = await checkBackup(file);
    await site.down();
    const whenRestored = async () => {
      await requireExplained(fresh, file);
      await requireSameRows(fresh, manifest);
    };
    say(await restoreInto(fresh, file, whenRestored));
    await requireBooked(booked);
    const count = await load.requireAcknowledged();
    say(`A backup of the restored set has the same rows. Its customers see ${count} bookings, a payment and a photo.`);
    await fresh.remove();
    await site.run('docker compose up -d');
    await trustCaddy(site);
  },
};
