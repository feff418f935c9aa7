import { instantOf } from '../../contract/values/dates.ts';
import type { Services } from '../services.ts';

/**
 * Services whose clock shows another time, so that past records get the times of their day. No receipts are emailed for
 * demo payments.
 */
export function servicesAt(services: Services, day: string, wallTime: string): Services {
  const then = Math.min(instantOf(day, wallTime).getTime(), services.clock().getTime());
  const { jobs } = services;
  const enqueue: typeof jobs.enqueue = async (trx, name, payload) => {
    if (name !== 'send-receipt') await jobs.enqueue(trx, name, payload);
  };
  return { ...services, clock: () => new Date(then), jobs: { ...jobs, enqueue } };
}
