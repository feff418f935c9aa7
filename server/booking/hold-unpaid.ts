import { lastClosedDay } from '../../contract/values/time/booking-dates.ts';
import { recordChanges } from '../audit/record-change.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { lockUnpaidHoldable, releaseMoved, setHeld } from './booking.store.ts';

/** Limits how long one transaction locks stops. */
const mostAtOnce = 100;

/**
 * Holds every phone booking and return trip that isn't paid at the cut-off of its day: it loses its driver and route
 * and can't be planned or assigned. Ends the hold of pickups that were moved to a day whose cut-off has not passed. (A
 * payment also ends the hold, in `markPickupPaid`.)
 */
export async function holdUnpaid(services: Services): Promise<void> {
  const { db, clock, settings } = services;
  await releaseMoved(db, lastClosedDay(clock(), settings.changeCutoff));
  let held: number;
  do {
    held = await inTransaction(db, async (trx) => {
      const now = clock();
      const due = await lockUnpaidHoldable(trx, lastClosedDay(now, settings.changeCutoff), mostAtOnce);
      if (due.length === 0) return 0;
      const ids = due.map(({ id }) => id);
      await setHeld(trx, ids, now);
      const before = due.filter((pickup) => pickup.status === 'assigned');
      if (before.length > 0) {
        await services.afterPickupChange(services, trx, { kind: 'unassigned', actorId: null, before, after: [] });
      }
      const line = { actorId: null, action: 'held', subject: 'pickup' } as const;
      await recordChanges(
        services,
        trx,
        ids.map((subjectId) => ({ ...line, subjectId })),
      );
      return due.length;
    });
  } while (held === mostAtOnce);
}
