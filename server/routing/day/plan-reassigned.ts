import type { Services } from '../../services.ts';
import { evenDays } from '../solver/fleet/day-balance.ts';
import type { StopRow } from '../stops.store.ts';
import { type DayTravel, readTravel } from './day-travel.ts';
import { type PlanOptions, planRoutes, roomOf } from './plan-routes.ts';
import type { DayStops, DriverDay } from './read-day.ts';
import type { RoutePlan } from './route-plan.ts';
import { inOldOrder, inResolvedOrder } from './route-rules.ts';
import { workSeconds } from './shift-fit.ts';

interface Options extends Pick<PlanOptions, 'date' | 'isIncluded'> {
  /** Whether an open stop may go to another driver. */
  readonly mayLeave: (driver: DriverDay, stop: StopRow) => boolean;
}

/**
 * `planRoutes` in which some open stops may change their driver. All stops keep their drivers unless the day gets better by that:
 * fewer stops without a driver, else less work after the shifts, else less driving with evener days, weighed as the solver does.
 */
export async function planReassigned(
  services: Pick<Services, 'roads' | 'settings' | 'log' | 'clock'>,
  day: DayStops,
  { mayLeave, ...options }: Options,
): Promise<RoutePlan[]> {
  const travel = await readTravel(services, day);
  const present = await planRoutes(services, day, { ...options, travel });
  const freed = day.drivers.flatMap((driver) => driver.open.filter((stop) => mayLeave(driver, stop)));
  const isFreed = new Set(freed);
  const drivers = day.drivers.map((driver) => ({ ...driver, open: driver.open.filter((stop) => !isFreed.has(stop)) }));
  const moved = await planRoutes(
    services,
    { drivers, pending: [...freed, ...day.pending] },
    { ...options, travel, mayStayUnassigned: ({ driverId }) => driverId === null },
  );
  const costOf = (plans: readonly RoutePlan[]) => dayCost(services, travel, { ...day, date: options.date }, plans);
  return isLess(costOf(moved), costOf(present)) ? moved : present;
}

/** The most important figure first. Drivers without a route plan keep their current order. */
function dayCost(
  services: Pick<Services, 'settings' | 'clock'>,
  travel: DayTravel,
  { drivers, pending, date }: DayStops & { date: string },
  plans: readonly RoutePlan[],
): readonly number[] {
  const planned = new Map(plans.map((plan) => [plan.driverId, plan.open]));
  const placed = new Set([...planned.values()].flat().map(({ id }) => id));
  const days = drivers.map((driver) => {
    const resolved = inResolvedOrder(driver.resolved);
    const order = planned.get(driver.driverId) ?? inOldOrder(driver.open.filter(({ id }) => !placed.has(id)));
    const work = workSeconds(travel, { driver: { ...driver, resolved }, order }, services.settings.workTimes);
    return { work, overMinutes: Math.ceil(Math.max(0, work - roomOf(services, { ...driver, resolved }, date)) / 60) };
  });
  const leftOut = pending.filter(({ id }) => !placed.has(id)).length;
  const balance = evenDays(drivers.filter(({ shift }) => !shift.isOff).length);
  const longest = Math.max(...days.map(({ work }) => work));
  const sumOf = (key: 'work' | 'overMinutes') => days.reduce((sum, one) => sum + one[key], 0);
  return [leftOut, sumOf('overMinutes'), sumOf('work') + balance * longest];
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const index = a.findIndex((value, at) => value !== b[at]);
  return index >= 0 && (a[index] as number) < (b[index] as number);
}
