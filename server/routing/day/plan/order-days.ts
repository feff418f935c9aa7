import { orderAllInWorker, planInWorker } from '../../solver/worker/solve-in-worker.ts';
import type { StopRow } from '../../stops.store.ts';
import type { Day, DriverDay } from '../read/day.ts';
import { costOfWindow, keepsPromise } from '../read/stop-windows.ts';
import { dayQuestion, matrixOf, orderQuestion } from './day-questions.ts';
import { truckAhead } from './day-so-far.ts';
import { type RoutePlan, toRoutePlan } from './route-plan.ts';
import { inOldOrder } from './route-rules.ts';

/** The orders of drivers' open stops that an earlier search has found, by driver id. */
export type KnownOrders = ReadonlyMap<string, readonly StopRow[]>;

/**
 * Returns a route plan for each driver: the open stops in the best order found, with all visits to disposal sites. A
 * day that is already planned keeps its order unless another one is better, so planning a result again changes nothing.
 */
export async function orderDays(
  day: Day,
  drivers: readonly DriverDay[],
  known: KnownOrders = new Map(),
): Promise<RoutePlan[]> {
  const shortest = await shortestOrders(day, drivers);
  const plans: RoutePlan[] = [];
  for (const [index, driver] of drivers.entries()) {
    const isPlanned = driver.open.every(
      ({ routeOrder, driverId }) => routeOrder !== null && driverId === driver.driverId,
    );
    const orders = [
      ...(isPlanned ? [inOldOrder(driver.open)] : []),
      shortest[index] ?? inOldOrder(driver.open),
      ...[known.get(driver.driverId) ?? []].filter((order) => order.length === driver.open.length),
      ...(needsSearch(day, driver) ? [await searchOrder(day, driver)] : []),
    ];
    const candidates = orders.map((order) => toRoutePlan(day, driver, order));
    plans.push(bestOf(day, candidates));
  }
  return plans;
}

/**
 * Returns true if sites or windows may make another order better than the shortest one. A pause doesn't, because it
 * takes the same time anywhere.
 */
function needsSearch({ sites, windows }: Day, { open }: DriverDay): boolean {
  return open.length > 1 && (sites.length > 0 || open.some(({ id }) => windows.has(id)));
}

/** Returns each driver's open stops in the order with the least driving. */
async function shortestOrders(day: Day, drivers: readonly DriverDay[]): Promise<StopRow[][]> {
  if (drivers.length === 0) return [];
  const questions = drivers.map((driver) => orderQuestion(day, driver));
  const orders = await orderAllInWorker(
    matrixOf(day),
    questions.map(({ question }) => question),
  );
  return orders.map((order, driver) =>
    order.map((index) => questions[driver]?.rows[index]).filter((row) => row !== undefined),
  );
}

/**
 * Returns the order found by the search that considers sites and windows. Stops that it leaves out because sites are
 * closed come last. `toRoutePlan` places the disposal visits, also those that the search has placed to find the order.
 */
async function searchOrder(day: Day, driver: DriverDay): Promise<StopRow[]> {
  const { problem, options, rows } = dayQuestion(day, driver);
  const { days, unassigned } = await planInWorker(problem, options);
  const visits = days[0]?.visits.filter(({ kind }) => kind === 'stop') ?? [];
  return [...visits.map(({ index }) => index), ...unassigned.map(({ stop }) => stop)].map(
    (index) => rows[index] as StopRow,
  );
}

/** Returns the route plan with the lowest costs; the first one if several are equal. */
function bestOf(day: Day, plans: readonly RoutePlan[]): RoutePlan {
  return plans.reduce((best, plan) => (isLess(costsOf(day, plan), costsOf(day, best)) ? plan : best));
}

/**
 * Returns the costs of a day, the most important first: excess bags, whether bags are left on board, seconds beyond the
 * shift, broken promises that the current routes keep, and the day's end plus the cost of missed windows (seconds).
 */
function costsOf(day: Day, plan: RoutePlan): readonly number[] {
  const endsAt = plan.endsAt.getTime() / 1000;
  const late = Math.max(0, endsAt - truckAhead(day, plan).shiftEndsAt);
  const { broken, missedSeconds } = windowCosts(day, plan);
  return [plan.overBags, Number(plan.leftBags > 0), Math.round(late), broken, Math.round(endsAt + missedSeconds)];
}

/** Returns how many kept promises a route plan breaks, and the cost of its missed windows, in seconds of driving. */
export function windowCosts(
  { windows }: Day,
  { open, arrivals }: RoutePlan,
): { broken: number; missedSeconds: number } {
  const stops = open.map(({ id }, index) => ({
    window: windows.get(id),
    arrives: (arrivals[index]?.getTime() ?? 0) / 1000,
  }));
  return {
    broken: stops.filter(({ window, arrives }) => window?.isKept && !keepsPromise(window, arrives)).length,
    missedSeconds: stops.reduce((sum, { window, arrives }) => sum + costOfWindow(window, arrives), 0),
  };
}

/** Returns the day with those promises marked as kept that these route plans keep. */
export function withKeptPromises(day: Day, plans: readonly RoutePlan[]): Day {
  const arrivals = new Map(plans.flatMap(({ open, arrivals }) => open.map(({ id }, index) => [id, arrivals[index]])));
  const windows = [...day.windows].map(([id, window]) => {
    const isKept = keepsPromise(window, (arrivals.get(id)?.getTime() ?? 0) / 1000);
    return [id, { ...window, isKept }] as const;
  });
  return { ...day, windows: new Map(windows) };
}

export function isLess(a: readonly number[], b: readonly number[]): boolean {
  const index = a.findIndex((value, at) => value !== b[at]);
  return index >= 0 && (a[index] as number) < (b[index] as number);
}
