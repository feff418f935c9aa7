import { dateKeyOf } from '../../contract/values/time/dates.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import type { JobPayloads } from '../jobs/job-kinds.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import type { Services } from '../services.ts';
import { findLastPress, listComingStops } from './live.store.ts';
import { isFreshPress, isNear, isStillFresh, newerPressSeconds, waitMinutes } from './next-rules.ts';

/**
 * Enqueues `messageNextCustomers` once per driver with freshly resolved stops of today, in the transaction that
 * resolved them.
 */
export async function enqueueNextCustomers(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  resolved: readonly Pick<PickupRow, 'driverId' | 'scheduledDay' | 'resolvedAt'>[],
): Promise<void> {
  const now = clock();
  const today = dateKeyOf(now);
  const presses = new Map<string, Date>();
  for (const { driverId, scheduledDay, resolvedAt } of resolved) {
    if (!driverId || scheduledDay !== today || !resolvedAt || !isFreshPress(resolvedAt, now)) continue;
    const newest = presses.get(driverId);
    if (!newest || resolvedAt > newest) presses.set(driverId, resolvedAt);
  }
  const payloads = [...presses].map(([driverId, at]) => ({ driverId, day: today, pressedAt: at.toISOString() }));
  await jobs.enqueueAll(trx, 'message-next-customers', payloads, { afterSeconds: newerPressSeconds });
}

/**
 * Tells customers who are near that they are next, once for each pickup and day. Does nothing after a later press of
 * the same driver, which has its own job, so that only the last press of a late batch sends messages. Does nothing for
 * an undone press.
 */
export async function messageNextCustomers(
  services: Services,
  { driverId, day, pressedAt }: JobPayloads['message-next-customers'],
): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  const press = new Date(pressedAt);
  if (day !== dateKeyOf(now) || !isStillFresh(press, now)) return;
  const last = await findLastPress(db, { driverId, day });
  // After an undo, the press before it counts again if it is still fresh.
  if (!last || last > press || !isStillFresh(last, now)) return;
  const near = (await listComingStops(db, { driverId, day })).filter((stop) => isNear(stop, now));
  await inTransaction(db, async (trx) => {
    await services.messages.write(
      services,
      trx,
      near.map(({ id: subjectId, customerId: recipientId, stopsAhead, estimatedArrival }) => {
        const minutes = waitMinutes(estimatedArrival, now)?.toString() ?? null;
        const details = { driverId, pressedAt: last.toISOString(), minutes, stopsBefore: String(stopsAhead) };
        return { kind: 'next', subjectId, recipientId, revision: day, details, dueAt: now } as const;
      }),
    );
  });
}
