import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword, makeAdmin, makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { jpeg, png } from '../../tests/support/browser/pictures.ts';
import { openFreshDatabase } from '../../tests/support/database/fresh-database.ts';
import { bookPaidPickup } from '../../tests/support/pickups/booking-changes.ts';
import { makeSite, makeVisit } from '../../tests/support/routing/truck-days.ts';
import type { Db } from '../database/transaction.ts';
import { filePhotos } from '../external/photos/file-photos.ts';
import { makeBackup } from './make-backup.ts';
import { checkBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';

let t: TestApp;
let dir: string;
let customer: Person;
const photoKey = '2026-11/7-before-1.jpg';
const ticketKey = '2026-11/8-ticket-1.png';
const clock = () => new Date('2026-11-23T17:00:00Z');
const file = (name: string) => join(dir, name);
const photosIn = (name: string) => filePhotos(file(name));

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stoop-backup-'));
  t = await startTestApp();
  customer = await makeCustomer(t);
  await makeAdmin(t);
  const pickup = await bookPaidPickup(t, customer);
  await t.services.photos.put(photoKey, jpeg, 'image/jpeg');
  await sql`INSERT INTO pickup_photos ("id", "pickupId", "moment", "takenBy", "storageKey", "contentType", "bytes", "width", "height", "createdAt")
    VALUES (${randomUUID()}, ${pickup.id}, 'before', ${customer.id}, ${photoKey}, 'image/jpeg', 9, 1, 1, now())`.execute(
    t.db,
  );
  await t.services.photos.put(ticketKey, png, 'image/png');
  const visitId = await makeVisit(t, { driverId: customer.id, siteId: await makeSite(t) });
  await t.db.updateTable('disposal_visits').set({ ticketKey }).where('id', '=', visitId).execute();
  await fillWithOddValues(t.db, customer.id);
  await t.services.jobs.enqueue(t.db, 'count-driver-day', { driverId: customer.id, date: '2026-11-23' });
});
afterAll(async () => {
  await t.close();
  await rm(dir, { recursive: true });
});

/**
 * Inserts values that an inexact copy would change: COPY's separators, the smallest float, microseconds, numbers in
 * JSON, nested quotes in a list.
 */
async function fillWithOddValues(db: Db, userId: string): Promise<void> {
  const odd = 'a\ttab, a\nline, a\r, \\N, \\., "quotes" and \u00e9 \u{1f5d1}';
  await sql`UPDATE users SET "address" = ${odd}, "loginHistory" = '[{"n": 1.10000000000000000001, "text": "\\t"}]' WHERE "id" = ${userId}`.execute(
    db,
  );
  await sql`INSERT INTO places ("addressKey", "address", "latitude", "longitude") VALUES ('odd', ${odd}, 5e-324, 0.1::float8 + 0.2::float8), ('none', '\\N', 'NaN', '-Infinity')`.execute(
    db,
  );
  await sql`INSERT INTO service_areas ("id", "name", "zipCodes", "baseFee") VALUES (${randomUUID()}, '', ARRAY['19103', 'a,"b"', '{}', ''], 0.10), (${randomUUID()}, 'none', '{}', NULL)`.execute(
    db,
  );
  await sql`INSERT INTO bulk_actions ("id", "actorId", "date", "summary", "stops", "createdAt")
    VALUES (${randomUUID()}, ${userId}, '2026-11-01', ${odd}, '{"deep": [null, {"a": []}]}', '2026-11-01 05:59:59.123457+00')`.execute(
    db,
  );
  await sql`INSERT INTO simulated_credits ("id", "customerId", "amountCents", "createdAt") VALUES ('one', 'cus', 5, now())`.execute(
    db,
  );
}

/** Returns the rows of each of our tables as text, sorted by that text. */
async function contentOf(db: Db): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`.execute(db);
  const content = new Map<string, string>();
  for (const { name } of tables.filter((table) => !table.name.startsWith('kysely_'))) {
    const { rows } = await sql<{
      text: string;
    }>`SELECT coalesce(string_agg(t::text, E'\n' ORDER BY t::text), '') AS text
      FROM ${sql.table(name)} AS t`.execute(db);
    content.set(name, rows[0]?.text ?? '');
  }
  return content;
}
const openJobs = async (db: Db) =>
  (
    await sql`SELECT id, name, data, state, retry_count, start_after FROM pgboss.job WHERE state < 'completed' ORDER BY id`.execute(
      db,
    )
  ).rows;

const backUp = async (name: string, source = t) =>
  await makeBackup({ databaseUrl: source.databaseUrl, photos: source.services.photos, clock }, file(name));

/** Runs a test with a new database, into which a backup can be restored. */
async function withTarget<T>(work: (target: { url: string; db: Db }) => Promise<T>): Promise<T> {
  const target = await openFreshDatabase();
  try {
    return await work(target);
  } finally {
    await target.close();
  }
}
const restoreInto = async (databaseUrl: string, name: string) =>
  await restoreBackup({ databaseUrl, photos: photosIn('restored') }, file(name));

describe('a backup and its restore', () => {
  it('restores every value, the open jobs and the photos', async () => {
    const { manifest } = await backUp('whole');
    await withTarget(async ({ url, db }) => {
      await restoreInto(url, 'whole');
      const [there, here] = [await contentOf(db), await contentOf(t.db)];
      expect(there).toEqual(here);
      expect([...here.values()].filter((text) => text !== '').length).toBeGreaterThan(10);
      expect(await openJobs(db)).toEqual(await openJobs(t.db));
      expect((await openJobs(db)).length).toBeGreaterThan(0);
      const { rows } = await sql<{ next: string }>`SELECT nextval('"simulated_credits_position_seq"') AS next`.execute(
        db,
      );
      expect(Number(rows[0]?.next)).toBe(2);
    });
    expect(manifest.photos).toEqual({ areIncluded: true, count: 2, missing: 0 });
    for (const [key, picture] of [
      [photoKey, jpeg],
      [ticketKey, png],
    ] as const) {
      expect(Buffer.from((await photosIn('restored').get(key)) ?? []).equals(picture)).toBe(true);
    }
  });

  it('lets people sign in where it was restored', async () => {
    await backUp('to-sign-in');
    const restored = await startTestApp({}, {}, async (url) => {
      await restoreInto(url, 'to-sign-in');
      return url;
    });
    const { username } = await t.db
      .selectFrom('users')
      .select('username')
      .where('id', '=', customer.id)
      .executeTakeFirstOrThrow();
    const signedIn = await restored.call('POST', '/api/auth/login', { body: { username, password: goodPassword } });
    expect(signedIn.status).toBe(200);
    const pickups = await restored.call('GET', '/api/pickups', { token: signedIn.body.token });
    expect(pickups.body).toHaveLength(1);
    await restored.runJobs();
    await restored.close();
  });

  it('is one snapshot while others write', async () => {
    const source = await startTestApp();
    const writer = await makeCustomer(source);
    let isOver = false;
    let pairs = 0;
    const writing = (async () => {
      // Each transaction inserts a note and a notification: a copy must have both or neither.
      for (; !isOver; pairs += 1) {
        await source.db.transaction().execute(async (trx) => {
          await sql`INSERT INTO customer_notes ("id", "customerId", "authorId", "text", "createdAt") VALUES (${randomUUID()}, ${writer.id}, ${writer.id}, 'x', now())`.execute(
            trx,
          );
          await sql`INSERT INTO notifications ("id", "userId", "title", "message", "type") VALUES (${randomUUID()}, ${writer.id}, 'x', 'pair', 'x')`.execute(
            trx,
          );
        });
      }
    })();
    await expect.poll(() => pairs).toBeGreaterThan(20);
    await backUp('busy', source);
    const during = pairs;
    await sleep(50);
    isOver = true;
    await writing;
    await withTarget(async ({ url, db }) => {
      await restoreInto(url, 'busy');
      const { rows } = await sql<{
        notes: number;
        notices: number;
      }>`SELECT (SELECT count(*) FROM customer_notes)::int AS notes,
        (SELECT count(*) FROM notifications WHERE message = 'pair')::int AS notices`.execute(db);
      expect(rows[0]?.notes).toBe(rows[0]?.notices);
      expect(rows[0]?.notes).toBeGreaterThan(20);
      expect(rows[0]?.notes).toBeLessThanOrEqual(during + 1);
    });
    await source.close();
  });

  it('counts photos that are gone, and leaves them out when told to', async () => {
    const photos = photosIn('empty');
    const gone = await makeBackup({ databaseUrl: t.databaseUrl, photos, clock }, file('gone'));
    expect(gone.manifest.photos).toEqual({ areIncluded: true, count: 0, missing: 2 });
    const without = await makeBackup({ databaseUrl: t.databaseUrl, photos: undefined, clock }, file('without'));
    expect(without.manifest.photos).toEqual({ areIncluded: false, count: 0, missing: 0 });
    expect((await checkBackup(file('without'))).manifest).toEqual(without.manifest);
  });
});

describe('what is refused', () => {
  /** Writes a copy of the backup in which the byte at `at` is changed, and returns the copy's name. */
  async function damage(name: string, at: number): Promise<string> {
    const bytes = await readFile(file('refused'));
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(file(name), bytes);
    return name;
  }
  /** Returns where each section begins and ends, read from the headers of the blocks. */
  async function sectionsOf(name: string): Promise<{ from: number; to: number }[]> {
    const bytes = await readFile(file(name));
    const sections: { from: number; to: number }[] = [];
    for (let at = 15, from = 15; at < bytes.length; ) {
      const length = bytes.readUInt32BE(at);
      at += 12 + length;
      if (length > 0) continue;
      sections.push({ from, to: at });
      from = at;
    }
    return sections;
  }

  beforeAll(async () => await backUp('refused'));

  it('names the table in which one byte is damaged, wherever it is', async () => {
    const { head } = await checkBackup(file('refused'));
    const sections = await sectionsOf('refused');
    const place = head.tables.findIndex(({ name }) => name === 'pickups');
    const { from, to } = sections[place + 1] ?? { from: 0, to: 0 };
    expect(to - from).toBeGreaterThan(100);
    await withTarget(async ({ url, db }) => {
      // These bytes are in the first header, in the content, and in the header that ends the section.
      for (const at of [from, from + 6, from + 11, from + 60, to - 12, to - 1]) {
        await damage('damaged', at);
        await expect(checkBackup(file('damaged'))).rejects.toThrow('The backup is damaged in the table pickups.');
        await expect(restoreInto(url, 'damaged')).rejects.toThrow('The backup is damaged in the table pickups.');
      }
      expect(await contentOf(db)).toEqual(await withTarget(({ db: empty }) => contentOf(empty)));
      // The same database still accepts the undamaged backup.
      await restoreInto(url, 'refused');
    });
  });

  it('notices a byte of the manifest, a missing end and a longer file', async () => {
    const bytes = await readFile(file('refused'));
    await damage('damaged', bytes.length - 40);
    await expect(checkBackup(file('damaged'))).rejects.toThrow('damaged in its manifest');
    await writeFile(file('damaged'), bytes.subarray(0, -1));
    await expect(checkBackup(file('damaged'))).rejects.toThrow('ends early, in its manifest');
    await writeFile(file('damaged'), Buffer.concat([bytes, Buffer.from('x')]));
    await expect(checkBackup(file('damaged'))).rejects.toThrow('damaged after its end');
    await writeFile(file('damaged'), 'something else');
    await expect(checkBackup(file('damaged'))).rejects.toThrow('is not a backup of this app');
    await expect(checkBackup(file('nowhere'))).rejects.toThrow('There is no file');
  });

  it('refuses a database with rows, and changes nothing there', async () => {
    await withTarget(async ({ url, db }) => {
      await sql`INSERT INTO service_areas ("id", "name") VALUES (${randomUUID()}, 'Philadelphia')`.execute(db);
      const before = await contentOf(db);
      await expect(restoreInto(url, 'refused')).rejects.toThrow(
        "The database isn't empty: the table service_areas has rows.",
      );
      expect(await contentOf(db)).toEqual(before);
    });
  });

  it('refuses another schema', async () => {
    await withTarget(async ({ url, db }) => {
      await sql`INSERT INTO kysely_migration ("name", "timestamp") VALUES ('999-later', 'now')`.execute(db);
      await expect(restoreInto(url, 'refused')).rejects.toThrow(/is of the schema .*, and this database has 999-later/);
    });
  });

  it('refuses a backup whose rows break a rule of the database', async () => {
    await withTarget(async ({ url, db }) => {
      await sql`ALTER TABLE users ADD CHECK ("role" <> 'customer')`.execute(db);
      await expect(restoreInto(url, 'refused')).rejects.toThrow("The table users can't be restored: ");
      expect(await contentOf(db)).toEqual(await withTarget(({ db: empty }) => contentOf(empty)));
    });
  });

  it('overwrites no file', async () => {
    await copyFile(file('refused'), file('there.part'));
    await expect(backUp('there')).rejects.toThrow('Another backup is writing it');
  });
});
