import { randomUUID } from 'node:crypto';
import { type DateKey, instantOf, pickedDateTime } from '../../../contract/values/time/dates.ts';
import type { TestApp } from '../app.ts';

/** Puts a plan on hold from one day to the day before another, as the hold's use case writes it. Its stops are cancelled. */
export async function writeHold(
  t: TestApp,
  subscriptionId: string,
  fromDay: DateKey,
  untilDay: DateKey,
): Promise<void> {
  const hold = { id: randomUUID(), subscriptionId, fromDay, untilDay, actorId: null, createdAt: t.services.clock() };
  await t.db.insertInto('plan_holds').values(hold).execute();
  await t.db
    .updateTable('subscriptions')
    .set({ holdFrom: fromDay, pausedUntil: instantOf(untilDay, pickedDateTime) })
    .where('id', '=', subscriptionId)
    .execute();
  await t.db
    .updateTable('pickups')
    .set({ status: 'cancelled', cancellationReason: 'On hold' })
    .where('subscriptionId', '=', subscriptionId)
    .where('status', 'in', ['pending', 'assigned'])
    .where('occurrenceDate', '>=', fromDay)
    .where('occurrenceDate', '<', untilDay)
    .execute();
}
