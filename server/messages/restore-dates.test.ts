import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { inTransaction } from '../database/transaction.ts';
import { undeliverable } from './messages.store.ts';
import { restoreDates } from './write-messages.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

const date = '2026-12-01T14:00:00.000Z';
const earlier = new Date('2026-11-25T12:00:00Z');
const then = new Date('2026-11-25T12:01:00Z');
const later = new Date('2026-11-25T12:02:00Z');
const dropped = { droppedAt: later, dropReason: 'a newer message replaced it' };
const waiting = { droppedAt: null, dropReason: null };
const sentAt = (at: Date) => ({ ...waiting, createdAt: at, sentAt: at });

/** Writes a message about a pickup. By default, the message names the date and was dropped. */
async function add(subjectId: string, changes: object = {}): Promise<string> {
  const id = randomUUID();
  const about = { kind: 'changed', channel: 'email', subject: 'pickup', subjectId, revision: id } as const;
  const row = { ...about, id, recipientId: randomUUID(), createdAt: then, dueAt: then, ...dropped };
  await t.db
    .insertInto('messages')
    .values({ ...row, details: JSON.stringify({ scheduledDate: date }), ...changes })
    .execute();
  return id;
}

/** Returns true if the message is due again once its pickup is back on the date. */
async function isRestored(subjectId: string, id: string): Promise<boolean> {
  await inTransaction(t.db, async (trx) => await restoreDates(t.services, trx, [{ id: subjectId, date }]));
  const { rows: jobs } = await sql`SELECT FROM pgboss.job WHERE "data" ->> 'messageId' = ${id}`.execute(t.db);
  const row = await t.db.selectFrom('messages').select('droppedAt').where('id', '=', id).executeTakeFirstOrThrow();
  return row.droppedAt === null && jobs.length === 1;
}

describe("a message that names a pickup's date", () => {
  it('is due again when the pickup is back on the date, whatever else was sent', async () => {
    const subjectId = randomUUID();
    const id = await add(subjectId);
    await add(randomUUID(), sentAt(later));
    await add(subjectId, sentAt(earlier));
    await add(subjectId, { ...sentAt(later), kind: 'reminder' });
    expect(await isRestored(subjectId, id)).toBe(true);
  });

  it('stays dropped when its customer was told another date later', async () => {
    const subjectId = randomUUID();
    const id = await add(subjectId);
    await add(subjectId, { ...sentAt(later), details: '{}' });
    expect(await isRestored(subjectId, id)).toBe(false);
  });

  it('stays dropped when nothing can be sent to its recipient', async () => {
    const subjectId = randomUUID();
    const id = await add(subjectId);
    await t.db.updateTable('messages').set({ details: undeliverable }).where('id', '=', id).execute();
    expect(await isRestored(subjectId, id)).toBe(false);
  });

  it('stays dropped when it names another date', async () => {
    const subjectId = randomUUID();
    const id = await add(subjectId, { details: '{"scheduledDate":"2026-12-02T14:00:00.000Z"}' });
    expect(await isRestored(subjectId, id)).toBe(false);
  });

  it('gets no second job when it is still to be sent', async () => {
    const subjectId = randomUUID();
    const id = await add(subjectId, waiting);
    expect(await isRestored(subjectId, id)).toBe(false);
  });
});
