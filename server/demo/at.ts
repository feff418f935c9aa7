import { instantOf } from '../../contract/values/dates.ts';
import type { Services } from '../services.ts';

/**
 * The same services at another time: what happened on a day is written with the clock of that day, never a later one. Nobody
 * gets a receipt by mail for what never happened.
 */
export function servicesAt(services: Services, day: string, wallTime: string): Services {
  const then = Math.min(instantOf(day, wallTime).getTime(), services.clock().getTime());
  const { jobs } = services;
  const enqueue: typeof jobs.enqueue = async (trx, name, payload) => {
    if (name !== 'send-receipt') await jobs.enqueue(trx, name, payload);
  };
  return { ...services, clock: () => new Date(then), jobs: { ...jobs, enqueue } };
}
