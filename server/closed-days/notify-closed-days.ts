import { formatDateKey } from '../../contract/values/time/dates.ts';
import { inTransaction } from '../database/transaction.ts';
import { noticesOf } from '../pickups/changes/describe-notices.ts';
import { lockReferenced } from '../pickups/find-pickup.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { listMovedStops } from '../routing/board/list-moved-stops.ts';
import type { Services } from '../services.ts';
import { readVisitsMovedBy } from '../subscriptions/occurrences/moved-visits.ts';

/**
 * Notifies customers and drivers of the stops that a move of closed days has moved or skipped, unless it was undone.
 * Leaves out stops that have changed since.
 */
export async function notifyClosedDays(services: Services, actionId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const after: PickupRow[] = [];
    for (const id of await listMovedStops(trx, actionId)) after.push(await lockReferenced(trx, id));
    const moved = after.filter(({ status }) => status !== 'cancelled');
    const actorId = '';
    const notices = [
      ...noticesOf({ kind: 'rescheduled', actorId, before: moved, after: moved, reason: null }, null).people,
      ...after
        .filter(({ status }) => status === 'cancelled')
        .flatMap((stop) => noticesOf({ kind: 'cancelled', actorId, before: [stop], after: [stop] }, null).people),
    ];
    const visits = await readVisitsMovedBy(trx, actionId);
    await services.messages.notify(services, trx, [...notices, ...visits.map(noticeOfVisit)]);
  });
}

function noticeOfVisit({ customerId, occurrence, day }: Awaited<ReturnType<typeof readVisitsMovedBy>>[number]) {
  return {
    userId: customerId,
    title: 'Visit moved',
    message: `Your visit of ${formatDateKey(occurrence)} is now on ${formatDateKey(day)}. If that doesn't work for you, you can skip it for a credit.`,
    type: 'subscription_changed',
    actionUrl: '/plan',
  };
}
