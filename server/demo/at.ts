import { instantOf } from '../../contract/dates.ts';
import type { Services } from '../services.ts';

/** The same services at another time: what happened on a day is written with the clock of that day, never a later one. */
export function servicesAt(services: Services, day: string, wallTime: string): Services {
  const then = Math.min(instantOf(day, wallTime).getTime(), services.clock().getTime());
  return { ...services, clock: () => new Date(then) };
}
