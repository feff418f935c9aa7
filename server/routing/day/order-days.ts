import { orderAllInWorker, planInWorker } from '../solver/worker/solve-in-worker.ts';
import type { StopRow } from '../stops.store.ts';
import { type DayModel, dayQuestion, matrixOf, orderQuestion, shiftOf } from './day-questions.ts';
import type { PlanningServices } from './day-travel.ts';
import type { DriverDay } from './read-day.ts';
import { type RoutePlan, toRoutePlan } from './route-plan.ts';
import { inOldOrder } from './route-rules.ts';
import { costOfWindow, keepsPromise } from './stop-windows.ts';

/** The orders of drivers' open stops that an earlier search has found, by driver id. */
export type KnownOrders = ReadonlyMap<string, readonly StopRow[]>;

/**
 * Returns a route plan for each driver: the open stops in the best order found, with all visits to disposal sites. A
 * day that is already planned keeps its order unless another one is better, so planning a result again changes nothing.
 */
export async function orderDays(
  services: Pick<PlanningServices, 'settings' | 'clock'>,
  model: DayModel,
  drivers: readonly DriverDay[],
  known: KnownOrders = new Map(),
): Promise<RoutePlan[]> {
  const shortest = await shortestOrders(model, drivers);
  const plans: RoutePlan[] = [];
  for (const [index, driver] of drivers.entries()) {
    const isPlanned = driver.open.every(
      ({ routeOrder, driverId }) => routeOrder !== null && driverId === driver.driverId,
    );
    const orders = [
      ...(isPlanned ? [inOldOrder(driver.open)] : []),
      shortest[index] ?? inOldOrder(driver.open),
      ...[known.get(driver.driverId) ?? []].filter((order) => order.length === driver.open.length),
      ...(needsModel(model, driver) ? [await orderWithModel(model, driver)] : []),
    ];
    plans.push(
      bestOf(
        model,
        orders.map((order) => toRoutePlan(services, model.travel, driver, order)),
      ),
    );
  }
  return plans;
}

/**
 * Returns true if sites or windows may make another order better than the shortest one. A pause doesn't, because it
 * takes the same time anywhere.
 */
function needsModel({ windows }: DayModel, { sites, open }: DriverDay): boolean {
  return open.length > 1 && (sites.length > 0 || open.some(({ id }) => windows.has(id)));
}

/** Returns each driver's open stops in the order with the least driving. */
async function shortestOrders(model: DayModel, drivers: readonly DriverDay[]): Promise<StopRow[][]> {
  if (drivers.length === 0) return [];
  const questions = drivers.map((driver) => orderQuestion(model, driver));
  const orders = await orderAllInWorker(
    matrixOf(model.travel),
    questions.map(({ question }) => question),
  );
  return orders.map((order, driver) =>
    order.map((index) => questions[driver]?.rows[index]).filter((row) => row !== undefined),
  );
}

/**
 * Returns the order found by the search that considers sites and windows. Stops that it leaves out because sites are
 * closed come last.
 */
async function orderWithModel(model: DayModel, driver: DriverDay): Promise<StopRow[]> {
  const { problem, options, rows } = dayQuestion(model, driver);
  const { days, unassigned } = await planInWorker(problem, options);
  const visits = days[0]?.visits.filter(({ kind }) => kind === 'stop') ?? [];
  return [...visits.map(({ index }) => index), ...unassigned.map(({ stop }) => stop)].map(
    (index) => rows[index] as StopRow,
  );
}

/** Returns the route plan with the lowest costs; the first one if several are equal. */
function bestOf(model: DayModel, plans: readonly RoutePlan[]): RoutePlan {
  return plans.reduce((best, plan) => (isLess(costsOf(model, plan), costsOf(model, best)) ? plan : best));
}

/**
 * Returns the costs of a day, the most important first: excess bags, whether bags are left on board, seconds beyond the
 * shift, broken promises that the current routes keep, and the day's end plus the cost of missed windows (seconds).
 */
function costsOf(model: DayModel, plan: RoutePlan): readonly number[] {
  const endsAt = plan.endsAt.getTime() / 1000;
  const late = Math.max(0, endsAt - shiftOf(model, plan, false).latest);
  const keeps = keptPromises(model, [plan]);
  const broken = plan.open.filter(({ id }) => model.kept.has(id) && !keeps.has(id)).length;
  return [
    ...[plan.overBags, Number(plan.leftBags > 0), Math.round(late), broken],
    Math.round(endsAt + missedWindows(model, plan)),
  ];
}

/** Returns the cost of a day's missed windows, in seconds of driving. */
export function missedWindows({ windows }: DayModel, { open, arrivals }: Pick<RoutePlan, 'open' | 'arrivals'>): number {
  return open.reduce((sum, { id }, index) => {
    return sum + costOfWindow(windows.get(id), (arrivals[index]?.getTime() ?? 0) / 1000);
  }, 0);
}

/** Returns the IDs of the stops that are reached within their promised window. */
export function keptPromises({ windows }: Pick<DayModel, 'windows'>, days: readonly RoutePlan[]): ReadonlySet<string> {
  return new Set(
    days.flatMap(({ open, arrivals }) =>
      open.flatMap(({ id }, index) =>
        keepsPromise(windows.get(id), (arrivals[index]?.getTime() ?? 0) / 1000) ? [id] : [],
      ),
    ),
  );
}

export function isLess(a: readonly number[], b: readonly number[]): boolean {
  const index = a.findIndex((value, at) => value !== b[at]);
  return index >= 0 && (a[index] as number) < (b[index] as number);
}
