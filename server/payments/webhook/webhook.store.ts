import type { Db } from '../../database/transaction.ts';
import type { ProviderEvent } from '../../external/payments/payment-provider.ts';

const columns = ['id', 'type', 'createdAt', 'intentId', 'subscriptionId', 'disputeId'] as const;

/** Saves an event. Returns whether it still has to be handled. An event that was set aside gets all its tries again. */
export async function saveEvent(db: Db, event: ProviderEvent, receivedAt: Date): Promise<boolean> {
  await db
    .insertInto('provider_events')
    .values({ ...event, receivedAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await takeUp(db, event.id);
  return (await findUnhandled(db, event.id)) !== undefined;
}

/** Gives an event that was set aside all its tries again. */
export async function takeUp(db: Db, id: string): Promise<void> {
  await db
    .updateTable('provider_events')
    .set({ setAsideAt: null, attempts: 0, triedAt: null })
    .where('id', '=', id)
    .where('setAsideAt', 'is not', null)
    .execute();
}

/** Finds an event that is neither handled nor set aside. */
export async function findUnhandled(db: Db, id: string): Promise<ProviderEvent | undefined> {
  return await db
    .selectFrom('provider_events')
    .select(columns)
    .where('id', '=', id)
    .where('handledAt', 'is', null)
    .where('setAsideAt', 'is', null)
    .executeTakeFirst();
}

export async function setHandled(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('provider_events')
    .set((eb) => ({ handledAt: now, triedAt: now, attempts: eb('attempts', '+', 1), lastError: null }))
    .where('id', '=', id)
    .execute();
}

/** Records a failed try. Returns the number of tries; undefined if the event is already handled or set aside. */
export async function recordError(db: Db, id: string, lastError: string, now: Date): Promise<number | undefined> {
  const tried = await db
    .updateTable('provider_events')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), lastError, triedAt: now }))
    .where('id', '=', id)
    .where('handledAt', 'is', null)
    .where('setAsideAt', 'is', null)
    .returning('attempts')
    .executeTakeFirst();
  return tried?.attempts;
}

/** Sets an event aside: it stays saved but is not retried automatically. */
export async function setAside(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('provider_events').set({ setAsideAt: now }).where('id', '=', id).execute();
}

/**
 * Lists events whose job is gone: never tried and received before `untriedBefore`, or last tried before `triedBefore`.
 * Events with the fewest tries come first, then the oldest.
 */
export async function listForgotten(
  db: Db,
  { untriedBefore, triedBefore, limit }: { untriedBefore: Date; triedBefore: Date; limit: number },
): Promise<ProviderEvent[]> {
  return await db
    .selectFrom('provider_events')
    .select(columns)
    .where('handledAt', 'is', null)
    .where('setAsideAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('triedAt', 'is', null), eb('receivedAt', '<', untriedBefore)]),
        eb('triedAt', '<', triedBefore),
      ]),
    )
    .orderBy('attempts')
    .orderBy('receivedAt')
    .limit(limit)
    .execute();
}

/** Lists events that were set aside, oldest first. */
export async function listSetAside(db: Db, limit: number): Promise<ProviderEvent[]> {
  return await db
    .selectFrom('provider_events')
    .select(columns)
    .where('setAsideAt', 'is not', null)
    .orderBy('setAsideAt')
    .limit(limit)
    .execute();
}

/** Deletes events handled before an instant. They are kept as long as the provider may send them again. */
export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('provider_events').where('handledAt', '<', before).execute();
}
