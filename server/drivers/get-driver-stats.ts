import type { z } from 'zod/mini';
import type { getDriverStats as declared } from '../../contract/drivers.ts';
import { dateKeyOf } from '../../contract/values/dates.ts';
import type { Services } from '../services.ts';
import { sumCompletedBags, sumDays } from './metrics.store.ts';

/** A driver's totals over all days, and today's. */
export async function getDriverStats(
  services: Pick<Services, 'db' | 'clock'>,
  driverId: string,
): Promise<z.output<typeof declared.response>> {
  const [completedBags, all, today] = await Promise.all([
    sumCompletedBags(services.db, driverId),
    sumDays(services.db, driverId),
    sumDays(services.db, driverId, dateKeyOf(services.clock())),
  ]);
  return { ...all, completedBags, today };
}
