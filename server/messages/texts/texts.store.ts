import { sql } from 'kysely';
import type { MessageKind } from '../../../contract/messages/messages.ts';
import type { Db } from '../../database/transaction.ts';
import type { Message } from '../message.ts';

/** The SQL of text messages: the limits of a day, who agreed, which numbers refuse, what the provider reports. */

/** Makes transactions that count texts wait for each other. */
export async function lockTextCount(trx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('text messages', 0))`.execute(trx);
}

/** How many texts were given to the provider since, apart from this one. */
export async function countTexts(
  trx: Db,
  { id, recipientId }: Pick<Message, 'id' | 'recipientId'>,
  since: Date,
): Promise<{ all: number; toRecipient: number }> {
  const counted = await trx
    .selectFrom('messages')
    .select((eb) => [
      eb.fn.countAll<string>().as('all'),
      eb.fn.countAll<string>().filterWhere('recipientId', '=', recipientId).as('toRecipient'),
    ])
    .where('channel', '=', 'sms')
    .where('handedOverAt', '>=', since)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  return { all: Number(counted.all), toRecipient: Number(counted.toRecipient) };
}

export async function setHandedOver(trx: Db, id: string, now: Date): Promise<void> {
  await trx.updateTable('messages').set({ handedOverAt: now }).where('id', '=', id).execute();
}

/** Remembers that a number gets no texts, and forgets who agreed to them there. */
export async function saveRefusal(trx: Db, phone: string, code: number, now: Date): Promise<void> {
  await trx
    .insertInto('text_refusals')
    .values({ phone, code, refusedAt: now })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet({ code, refusedAt: now }))
    .execute();
  await trx.deleteFrom('text_consents').where('phone', '=', phone).execute();
}

/** The provider's code of a number that gets no texts. */
export async function findRefusal(db: Db, phone: string): Promise<number | undefined> {
  const row = await db.selectFrom('text_refusals').select('code').where('phone', '=', phone).executeTakeFirst();
  return row?.code;
}

/**
 * Records that a person agrees to texts at a number, which may be tried again. Returns whether it is another number than before.
 */
export async function saveConsent(trx: Db, userId: string, phone: string, now: Date): Promise<{ isNew: boolean }> {
  const before = await trx.selectFrom('text_consents').select('phone').where('userId', '=', userId).executeTakeFirst();
  if (before?.phone === phone) return { isNew: false };
  // Before the consent, as in `saveRefusal`: the two lock their rows in the same order.
  await trx.deleteFrom('text_refusals').where('phone', '=', phone).execute();
  await trx
    .insertInto('text_consents')
    .values({ userId, phone, agreedAt: now })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ phone, agreedAt: now }))
    .execute();
  return { isNew: true };
}

/** What the provider reports of a text. Its report proves that it took the text, also when its response was lost. */
export async function setReported(
  db: Db,
  id: string,
  providerId: string,
  report: { now: Date; outcome: 'taken' | 'delivered' } | { now: Date; outcome: 'undelivered'; failure: string },
): Promise<Pick<Message, 'kind' | 'channel'> | undefined> {
  const { now } = report;
  const row = await db
    .updateTable('messages')
    .set({ providerId, sentAt: sql<Date>`coalesce("sentAt", ${now})` })
    .$if(report.outcome === 'delivered', (query) => query.set({ deliveredAt: now, failedAt: null, failure: null }))
    .$if(report.outcome === 'undelivered', (query) =>
      query.set({ failedAt: now, failure: 'failure' in report ? report.failure : null }),
    )
    .where('id', '=', id)
    .where('channel', '=', 'sms')
    // Reports come more than once, and in any order. The phone has it: nothing that comes later changes that.
    .where('deliveredAt', 'is', null)
    .$if(report.outcome === 'undelivered', (query) => query.where('failedAt', 'is', null))
    .returning(['kind', 'channel'])
    .executeTakeFirst();
  return row && { ...row, kind: row.kind as MessageKind };
}
