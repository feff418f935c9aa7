import type { DriverSchedule, DriverStop } from '../../contract/drivers.ts';
import { shownEmail } from '../../contract/values/deleted-account.ts';
import { addDays, dateKeyOf, weekdayOf } from '../../contract/values/time/dates.ts';
import { presentToDriver } from '../pickups/present-pickup.ts';
import { listTruckDays } from '../routing/disposal/driver-visits.ts';
import { readMilesFromPrevious } from '../routing/list-routes.ts';
import type { Services } from '../services.ts';
import { listStops, type StopRow } from './drivers.store.ts';

/**
 * Returns a driver's schedule by New York date: earlier dates with open (overdue) stops, today with its open and
 * resolved stops, and later dates. A date without stops has no key.
 */
export async function getSchedule(services: Pick<Services, 'db' | 'clock'>, driverId: string): Promise<DriverSchedule> {
  const today = dateKeyOf(services.clock());
  const tomorrow = addDays(today, 1);
  const schedule: DriverSchedule = {};
  const rows = await listStops(services.db, driverId, today);
  const routeIds = rows.map((row) => row.routeId);
  const miles = await readMilesFromPrevious(services.db, routeIds);
  const dateOf = (row: StopRow) => row.scheduledDay ?? today;
  const trucks = await listTruckDays(services.db, driverId, Map.groupBy(rows, dateOf), today);
  for (const row of rows) {
    const date = dateOf(row);
    schedule[date] ??= {
      ...{ date, dayName: dayNameOf(date), isTomorrow: date === tomorrow, pickups: [] },
      ...(trucks.get(date) ?? { disposalVisits: [], leftBags: 0 }),
    };
    schedule[date].pickups.push(presentStop(row, miles.get(row.id) ?? null));
  }
  return schedule;
}

function dayNameOf(date: string): string {
  const name = weekdayOf(date);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Presents a stop. `customerName` is the first and last name, else the one that is set, else the username. */
function presentStop(row: StopRow, distanceFromPrevious: number | null): DriverStop {
  const { customerFirstName, customerLastName, customerUsername, customerPhone, customerEmail, bagCount } = row;
  const name = [customerFirstName, customerLastName].filter(Boolean).join(' ');
  return {
    ...presentToDriver(row),
    ...{ customerFirstName, customerLastName, customerPhone, distanceFromPrevious, bags: bagCount },
    customerEmail: shownEmail(customerEmail),
    customerName: name || customerUsername || null,
  };
}
