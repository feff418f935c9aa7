import { sql } from 'kysely';
import type { MessageKind } from '../../../contract/messages/messages.ts';
import type { Db } from '../../database/transaction.ts';
import type { Message } from '../message.ts';

/** SQL of text messages: daily limits, consents, numbers that refuse texts, and the provider's reports. */

/** Makes transactions that count texts wait for each other. */
export async function lockTextCount(trx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('text messages', 0))`.execute(trx);
}

/** Counts the texts given to the provider since an instant, apart from this one. */
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

/** Marks a number that gets no texts, and deletes the consents to texts at that number. */
export async function saveRefusal(trx: Db, phone: string, code: number, now: Date): Promise<void> {
  await trx
    .insertInto('text_refusals')
    .values({ phone, code, refusedAt: now })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet({ code, refusedAt: now }))
    .execute();
  await trx.deleteFrom('text_consents').where('phone', '=', phone).execute();
}

/** Returns the provider's error code for a number that gets no texts; undefined for any other number. */
export async function findRefusal(db: Db, phone: string): Promise<number | undefined> {
  const row = await db.selectFrom('text_refusals').select('code').where('phone', '=', phone).executeTakeFirst();
  return row?.code;
}

/**
 * Records that a person agrees to texts at a number, and unmarks a number that refused texts. `isNew` is true if the
 * person had agreed to another number or to none.
 */
export async function saveConsent(trx: Db, userId: string, phone: string, now: Date): Promise<{ isNew: boolean }> {
  const before = await trx.selectFrom('text_consents').select('phone').where('userId', '=', userId).executeTakeFirst();
  if (before?.phone === phone) return { isNew: false };
  // The refusal comes before the consent, as in `saveRefusal`, so that both lock their rows in the same order.
  await trx.deleteFrom('text_refusals').where('phone', '=', phone).execute();
  await trx
    .insertInto('text_consents')
    .values({ userId, phone, agreedAt: now })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ phone, agreedAt: now }))
    .execute();
  return { isNew: true };
}

/**
 * Saves the provider's report on a text. The report proves that the provider took the text, even if its response was
 * lost.
 */
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
    // Reports may repeat, and come in any order. Once the phone has the text, later reports change nothing.
    .where('deliveredAt', 'is', null)
    .$if(report.outcome === 'undelivered', (query) => query.where('failedAt', 'is', null))
    .returning(['kind', 'channel'])
    .executeTakeFirst();
  return row && { ...row, kind: row.kind as MessageKind };
}
