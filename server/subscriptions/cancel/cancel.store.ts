import type { DateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';

/** The SQL of the stops that a cancellation takes away and gives back. */

/**
 * Cancels the open stops on a day or later, and those of later service days that were moved to an earlier day. Returns
 * them with the driver and the route that they still carry.
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

/** The service days from a day on whose stops were cancelled for a reason. */
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
