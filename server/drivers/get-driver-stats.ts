import type { z } from 'zod/mini';
import type { getDriverStats as declared } from '../../contract/drivers.ts';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import type { Services } from '../services.ts';
import { type DayCounts, readDay, sumCompleted, sumOtherDays } from './metrics.store.ts';

/**
 * Returns a driver's totals over all days, and today's. Today's are counted now, so that they agree with the route.
 * Completed pickups and bags equal those of the driver's history.
 */
export async function getDriverStats(
  services: Pick<Services, 'db' | 'clock'>,
  driverId: string,
): Promise<z.output<typeof declared.response>> {
  const date = dateKeyOf(services.clock());
  const bounds = { from: instantOf(date, '00:00'), to: instantOf(addDays(date, 1), '00:00') };
  const [completed, others, counted] = await Promise.all([
    sumCompleted(services.db, driverId),
    sumOtherDays(services.db, { driverId, date }),
    readDay(services.db, { driverId, date }, bounds),
  ]);
  const { averageRating: _, ...today } = counted;
  return {
    totalPickups: others.totalPickups + today.totalPickups,
    completedPickups: completed.pickups,
    totalDistance: sumOf(others, today, 'totalDistance'),
    hoursWorked: sumOf(others, today, 'hoursWorked'),
    completedBags: completed.bags,
    today,
  };
}

/** Adds two figures with two decimals. Returns null if neither is known. */
function sumOf(one: DayCounts, other: DayCounts, figure: 'totalDistance' | 'hoursWorked'): string | null {
  if (one[figure] === null) return other[figure];
  return (Number(one[figure]) + Number(other[figure] ?? 0)).toFixed(2);
}
