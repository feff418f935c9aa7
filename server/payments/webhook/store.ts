import type { Db } from '../../database/transaction.ts';
import type { ProviderEvent } from '../../external/payments/payment-provider.ts';

/** Saves an event. Returns whether it still has to be handled. */
export async function saveEvent(db: Db, event: ProviderEvent, receivedAt: Date): Promise<boolean> {
  await db
    .insertInto('provider_events')
    .values({ ...event, receivedAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const saved = await db
    .selectFrom('provider_events')
    .select('handledAt')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow();
  return saved.handledAt === null;
}

export async function setHandled(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('provider_events')
    .set((eb) => ({ handledAt: now, attempts: eb('attempts', '+', 1), lastError: null }))
    .where('id', '=', id)
    .execute();
}

export async function recordError(db: Db, id: string, lastError: string): Promise<void> {
  await db
    .updateTable('provider_events')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), lastError }))
    .where('id', '=', id)
    .execute();
}

/** Events that were saved and never handled: the least often tried first, then the oldest. */
export async function listUnhandled(db: Db, before: Date, limit: number): Promise<ProviderEvent[]> {
  return await db
    .selectFrom('provider_events')
    .select(['id', 'type', 'createdAt', 'intentId', 'subscriptionId', 'disputeId'])
    .where('handledAt', 'is', null)
    .where('receivedAt', '<', before)
    .orderBy('attempts')
    .orderBy('receivedAt')
    .limit(limit)
    .execute();
}

/** Deletes handled events received before an instant. They are stored as long as the provider may send them again. */
export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('provider_events').where('handledAt', '<', before).execute();
}
