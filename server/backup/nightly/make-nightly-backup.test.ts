import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, type Person, staySignedIn } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { openFreshDatabase } from '../../../tests/support/database/fresh-database.ts';
import { type BucketServer, startBucket } from '../../../tests/support/services/bucket.ts';
import { filePhotos } from '../../external/photos/file-photos.ts';
import { openJobs } from '../../jobs/queue.ts';
import { backupFigures } from '../metrics.ts';
import { checkBackup } from '../read-backup.ts';
import { restoreBackup } from '../restore-backup.ts';
import { usualWaitLimit } from '../wait-limit.ts';
import { fetchCopy, listCopies } from './fetch-copy.ts';
import { makeNightlyBackup } from './make-nightly-backup.ts';
import { nightlyName } from './nightly-rules.ts';

let t: TestApp;
let admin: Person;
let dir: string;
let bucket: BucketServer;
const halfPastTwo = new Date('2026-11-23T07:30:00Z');
const hours = (count: number) => new Date(halfPastTwo.getTime() + count * 3_600_000);
const waits = { limitMs: 3_000, copyPausesMs: [10] };

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stoop-nightly-'));
  bucket = await startBucket();
  const { endpoint, bucket: name, region, accessKeyId, secretAccessKey } = bucket.bucket;
  t = await startTestApp(
    {
      BACKUP_DIR: dir,
      ...{ S3_ENDPOINT: endpoint, S3_BUCKET: name, S3_REGION: region },
      ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
    },
    { log: { info: () => {}, warn: () => {}, error: () => {} } },
  );
  admin = await makeAdmin(t);
  await staySignedIn(t);
});
afterAll(async () => {
  await t.close();
  await bucket.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => t.setNow(halfPastTwo));
afterEach(async () => {
  bucket.answer = undefined;
  bucket.objects.clear();
  await t.db.deleteFrom('backups').execute();
  await t.db.deleteFrom('backup_schedule').execute();
  await t.db.deleteFrom('attention_dismissals').execute();
  for (const name of await readdir(dir)) await rm(join(dir, name), { recursive: true });
});

const rows = async () => await t.db.selectFrom('backups').selectAll().orderBy('startedAt').execute();
const tick = async () => await makeNightlyBackup(t.services, waits);
const name = nightlyName(halfPastTwo);
const metric = async () => (await backupFigures(t.db).read())[0]?.value;
const attention = async () => {
  const { body } = await t.call('GET', '/api/admin/attention', { token: admin.token });
  return body.kinds.find((one: { kind: string }) => one.kind === 'backup')?.items ?? [];
};

describe('the job of nightly backups', () => {
  it('makes one backup a night, checks it and copies it to the bucket', async () => {
    await t.services.jobs.enqueue(t.db, 'make-nightly-backup', {});
    await t.runJobs();
    await t.services.jobs.enqueue(t.db, 'make-nightly-backup', {});
    await t.runJobs();
    expect(await readdir(dir)).toEqual([name]);
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ night: '2026-11-23', fileName: name, failure: null, copyFailure: null });
    expect(row).toMatchObject({ checkedAt: halfPastTwo, copiedAt: halfPastTwo, endedAt: halfPastTwo });
    const { manifest } = await checkBackup(join(dir, name));
    expect(row?.rows).toBe(manifest.tables.reduce((sum, table) => sum + table.rows, 0));
    const file = await readFile(join(dir, name));
    expect(row?.bytes).toBe(file.length);
    expect([...bucket.objects.keys()]).toEqual([`/stoop-photos/backups/${name}`]);
    expect(bucket.objects.get(`/stoop-photos/backups/${name}`)?.bytes.equals(file)).toBe(true);
    expect(bucket.refused).toEqual([]);
  });

  it('makes the next one the next night, and the one of a night when the server was down', async () => {
    await tick();
    t.setNow(hours(23));
    await tick();
    expect(await rows()).toHaveLength(1);
    t.setNow(hours(34));
    await tick();
    expect((await rows()).map(({ night }) => night)).toEqual(['2026-11-23', '2026-11-24']);
  });

  it('makes it again after the server was killed during it', async () => {
    const interrupted = { id: crypto.randomUUID(), host: 'other', fileName: name, night: '2026-11-23' };
    await t.db
      .insertInto('backups')
      .values({ ...interrupted, startedAt: halfPastTwo })
      .execute();
    t.setNow(hours(0.05));
    await tick();
    expect(await rows()).toMatchObject([
      { failure: 'The server that made it ended before it was done.', checkedAt: null },
      { failure: null, copiedAt: hours(0.05) },
    ]);
  });

  it('records why one failed, and tries again at once, then after a pause', async () => {
    const other = new pg.Client({ connectionString: t.databaseUrl });
    await other.connect();
    await other.query('BEGIN; LOCK TABLE places IN ACCESS EXCLUSIVE MODE');
    await makeNightlyBackup(t.services, { ...waits, limitMs: 500 });
    await makeNightlyBackup(t.services, { ...waits, limitMs: 500 });
    const failure =
      'Nothing has moved for 0.5 s while copying the table places: another program holds a lock in the database.';
    expect(await rows()).toMatchObject([{ failure }, { failure }]);
    await other.end();
    await tick();
    expect(await rows()).toHaveLength(2);
    t.setNow(hours(0.25));
    await tick();
    expect((await rows()).at(-1)).toMatchObject({ failure: null, copiedAt: hours(0.25) });
    expect(await readdir(dir)).toEqual([nightlyName(hours(0.25))]);
  });

  it('keeps 7 days and 4 weeks in both places, and every file that is not its own', async () => {
    const old = Array.from({ length: 50 }, (_, n) => nightlyName(hours(-24 * (50 - n))));
    const others = ['stoop-2026-01-01T07-30-00Z.backup', 'notes.txt', `${nightlyName(hours(-24))}.part`];
    for (const one of [...old, ...others]) {
      await writeFile(join(dir, one), '');
      bucket.objects.set(`/stoop-photos/backups/${one}`, { bytes: Buffer.alloc(0), type: undefined });
    }
    const left = `${nightlyName(hours(-48))}.part`;
    await writeFile(join(dir, left), '');
    await utimes(join(dir, left), hours(-48), hours(-48));
    await tick();
    const kept = (await readdir(dir)).filter((one) => !others.includes(one)).sort();
    expect(kept).toHaveLength(9);
    expect(kept.at(-1)).toBe(name);
    expect(await readdir(dir)).toEqual(expect.arrayContaining(others));
    expect([...bucket.objects.keys()].sort()).toEqual(
      [...kept, ...others].map((one) => `/stoop-photos/backups/${one}`).sort(),
    );
  });

  it('can be fetched from the bucket and restored', async () => {
    await tick();
    await rm(join(dir, name));
    expect(await listCopies(bucket.bucket)).toEqual([name]);
    const file = await fetchCopy(bucket.bucket, { name, dir }, usualWaitLimit);
    expect((await checkBackup(file)).head.createdAt).toBeDefined();
    expect(await readdir(dir)).toEqual([name]);
    const unknown = fetchCopy(bucket.bucket, { name: nightlyName(hours(1)), dir }, usualWaitLimit);
    await expect(unknown).rejects.toThrow('It was not fetched: the bucket refused with 404.');
    bucket.answer = (response) => response.writeHead(200, { 'content-length': 1_000 }).end('half');
    await expect(fetchCopy(bucket.bucket, { name, dir }, usualWaitLimit)).rejects.toThrow('It was not fetched');
    expect(await readdir(dir)).toEqual([name]);
  });

  it('leaves the record of backups out of them', async () => {
    await tick();
    t.setNow(hours(24));
    await tick();
    const target = await openFreshDatabase();
    await (await openJobs(target.url, { warn: () => {} })).stop(2_000);
    const file = join(dir, nightlyName(hours(24)));
    await restoreBackup({ databaseUrl: target.url, photos: filePhotos(join(dir, 'photos')) }, file);
    expect(await target.db.selectFrom('backups').selectAll().execute()).toEqual([]);
    expect(await target.db.selectFrom('backup_schedule').selectAll().execute()).toEqual([]);
    expect(await target.db.selectFrom('users').select('id').execute()).not.toEqual([]);
    await target.close();
  });
});

describe('Needs attention and the metric', () => {
  it('say nothing without nightly backups', async () => {
    expect([await metric(), await attention()]).toEqual([undefined, []]);
  });

  it('list a newest good backup that is older than 26 hours, with the last failure, until there is a newer one', async () => {
    await tick();
    expect([await metric(), await attention()]).toEqual([halfPastTwo.getTime() / 1000, []]);
    t.setNow(hours(25));
    const failure = 'The disk is full: /backups/one.part could not be written.';
    const failed = { id: crypto.randomUUID(), host: 'here', fileName: 'one', night: '2026-11-24' };
    await t.db
      .insertInto('backups')
      .values({ ...failed, startedAt: hours(24), endedAt: hours(24), failure })
      .execute();
    t.setNow(hours(25.9));
    expect(await attention()).toEqual([]);
    t.setNow(hours(26.1));
    const backup = { problem: 'overdue', newestAt: halfPastTwo.toISOString(), failure };
    expect(await attention()).toMatchObject([{ key: 'backup:overdue', backup }]);
    await tick();
    expect(await attention()).toEqual([]);
  });

  it('list the first backup that is not made within 26 hours', async () => {
    await t.db.insertInto('backup_schedule').values({ id: 1, since: halfPastTwo }).execute();
    t.setNow(hours(26.1));
    expect(await attention()).toMatchObject([{ backup: { problem: 'overdue', newestAt: null, failure: null } }]);
    expect(await metric()).toBe(0);
  });

  it('list a copy that did not reach the bucket, until one does', async () => {
    bucket.answer = (response) => response.writeHead(503).end();
    await tick();
    const failure = 'It was not copied: the bucket refused with 503.';
    const [item] = await attention();
    expect(item).toMatchObject({ key: 'backup:not-copied', backup: { problem: 'not-copied', failure } });
    expect((await rows())[0]).toMatchObject({ checkedAt: halfPastTwo, copyFailure: failure });
    const dismissed = { key: item.key, state: item.state, word: 'Copied by hand' };
    expect((await t.call('POST', '/api/admin/attention/dismiss', { token: admin.token, body: dismissed })).status).toBe(
      200,
    );
    expect(await attention()).toEqual([]);
    t.setNow(hours(24));
    await tick();
    expect(await attention()).toHaveLength(1);
    bucket.answer = undefined;
    t.setNow(hours(48));
    await tick();
    expect(await attention()).toEqual([]);
  });
});
