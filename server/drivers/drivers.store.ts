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
 * Lists a driver's stops: the open ones of every day, and today's resolved ones, whoever resolved them. Today's are the
 * stops that `driver_metrics` counts. Ordered by day, then by place in the route; stops without a place come last.
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
        eb.and([
          eb('pickups.status', 'in', ['completed', 'issue', 'incomplete']),
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
