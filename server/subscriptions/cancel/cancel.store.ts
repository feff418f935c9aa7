import type { DateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';

/** SQL of the stops that a cancellation cancels and that undoing it makes again. */

/**
 * Cancels the open stops on `fromDay` or later, and those of later service days that were moved to an earlier day.
 * Returns them with the driver and route that they still have.
 */
export async function cancelStopsFrom(
  trx: Db,
  subscriptionId: string,
  { fromDay, reason, now }: { fromDay: DateKey; reason: string; now: Date },
): Promise<PickupRow[]> {
  return await trx
    .updateTable('pickups')
    .set({ status: 'cancelled', cancellationReason: reason, updatedAt: now })
    .where('subscriptionId', '=', subscriptionId)
    .where('status', 'in', ['pending', 'assigned'])
    .where((eb) => eb.or([eb('scheduledDay', '>=', fromDay), eb('occurrenceDate', '>=', fromDay)]))
    .returningAll()
    .execute();
}

/** Returns the service days from `fromDay` on that have a stop cancelled for this reason. */
export async function listDaysCancelledFor(
  trx: Db,
  subscriptionId: string,
  { fromDay, reason }: { fromDay: DateKey; reason: string },
): Promise<DateKey[]> {
  const rows = await trx
    .selectFrom('pickups')
    .select((eb) => eb.ref('occurrenceDate').$notNull().as('day'))
    .distinct()
    .where('subscriptionId', '=', subscriptionId)
    .where('status', '=', 'cancelled')
    .where('cancellationReason', '=', reason)
    .where('occurrenceDate', '>=', fromDay)
    .orderBy('occurrenceDate')
    .execute();
  return rows.map(({ day }) => day);
}
