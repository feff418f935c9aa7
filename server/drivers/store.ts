import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';

export interface StopRow extends PickupRow {
  customerUsername: string;
  customerFirstName: string | null;
  customerLastName: string | null;
  customerPhone: string | null;
  customerEmail: string;
}

/**
 * A driver's stops: what is still to be done on any day, and what was done or given up of today's. In the order of the days and,
 * within one, of the planned route; a stop that no route has planned yet comes last.
 */
export async function listStops(db: Db, driverId: string, today: string): Promise<StopRow[]> {
  return await db
    .selectFrom('pickups')
    .innerJoin('users', 'users.id', 'pickups.customerId')
    .selectAll('pickups')
    .select([
      'users.username as customerUsername',
      'users.firstName as customerFirstName',
      'users.lastName as customerLastName',
      'users.phone as customerPhone',
      'users.email as customerEmail',
    ])
    .where('pickups.driverId', '=', driverId)
    .where((eb) =>
      eb.or([
        eb('pickups.status', '=', 'assigned'),
        eb.and([eb('pickups.status', '=', 'completed'), eb('pickups.scheduledDay', '=', today)]),
        // Those that the driver gave up, with a reason; what the dispatcher took out of the day has none.
        eb.and([
          eb('pickups.status', '=', 'incomplete'),
          eb('pickups.incompleteReason', 'is not', null),
          eb('pickups.scheduledDay', '=', today),
        ]),
      ]),
    )
    .orderBy('pickups.scheduledDay')
    .orderBy('pickups.routeOrder', (order) => order.asc().nullsLast())
    .orderBy('pickups.createdAt')
    .orderBy('pickups.id')
    .execute();
}
