import type { Random } from '../random.ts';
import type { FleetData } from './data.ts';
import { DayBalance } from './day-balance.ts';
import type { Neighbors } from './neighbors.ts';
import { GreedyRecreate } from './recreate-greedy.ts';
import { type FleetRoutes, RoutesCopy } from './routes.ts';
import { StringRuin } from './ruin-strings.ts';

/** First and last temperature, in mean ways from stop to stop. */
const hottest = 2;
const coldest = 0.1;
/** With balance a change of the longest day weighs many times its travel, and so must the heat. */
const hottestPerBalance = 7;
const coldestPerBalance = 0.05;

/** How far the search has come, from 0 to 1 (the end). */
export type Progress = () => number;

/** Rounds between two looks at progress: the clock costs as much as a round. */
export const roundsPerLook = 16;

/**
 * Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983) over ruin and recreate: new routes are kept when they are
 * better, or by lot when they are not much worse; how much falls with the share of the search that is over. So a short
 * search cools as far as a long one. Overload comes before all costs. Returns the best routes met.
 */
export function anneal(routes: FleetRoutes, neighbors: Neighbors, random: Random, progress: Progress): number[][] {
  const days = new DayBalance(routes);
  const ruin = new StringRuin(routes, neighbors, random);
  const recreate = new GreedyRecreate(routes, days, neighbors, random);
  recreate.recreate();
  routes.keep();
  const heat = heatOf(routes);
  const best = new BestRoutes(routes, days);
  let overload = routes.overload;
  let cost = routes.travel + days.smoothCost();
  days.follow(days.smoothCost());
  for (let done = progress(); done < 1; done = progress()) {
    const temperature = heat.first * (heat.last / heat.first) ** done;
    for (let round = 0; round < roundsPerLook; round++) {
      ruin.ruin();
      recreate.recreate();
      const smooth = days.smoothCost();
      const bound = cost - temperature * Math.log(1 - random.unit());
      if (!isBetter(routes.overload, routes.travel + smooth, overload, bound)) {
        routes.takeBack();
        continue;
      }
      routes.keep();
      overload = routes.overload;
      cost = routes.travel + smooth;
      days.follow(smooth);
      best.meet();
    }
  }
  return best.copy.read();
}

/** Less overload, or as much and less cost. Loads may be fractions, whose sums differ in the last digits. */
function isBetter(overload: number, cost: number, thanOverload: number, thanCost: number): boolean {
  const excess = overload - thanOverload;
  return excess < -1e-9 || (excess < 1e-9 && cost < thanCost);
}

/** The best routes met so far, by what was really asked. */
class BestRoutes {
  readonly copy: RoutesCopy;
  private readonly routes: FleetRoutes;
  private readonly days: DayBalance;
  private overload = Number.POSITIVE_INFINITY;
  private cost = Number.POSITIVE_INFINITY;

  constructor(routes: FleetRoutes, days: DayBalance) {
    this.routes = routes;
    this.days = days;
    this.copy = new RoutesCopy(routes.data);
    this.meet();
  }

  meet(): void {
    const { routes } = this;
    const cost = routes.travel + this.days.trueCost();
    if (!isBetter(routes.overload, cost, this.overload, this.cost)) return;
    this.overload = routes.overload;
    this.cost = cost;
    routes.copyTo(this.copy);
  }
}

function heatOf(routes: FleetRoutes): { first: number; last: number } {
  const { data } = routes;
  const perVehicle = data.balance / data.vehicles;
  const unit = meanStep(routes, data) || 1;
  return {
    first: unit * (hottest + hottestPerBalance * perVehicle),
    last: unit * (coldest + coldestPerBalance * perVehicle),
  };
}

/** The mean way from a stop to the next, depots aside; with balance the stop itself counts as well. */
function meanStep(routes: FleetRoutes, { stops, service, balance }: FleetData): number {
  let sum = 0;
  for (let stop = 0; stop < stops; stop++) {
    if ((routes.next[stop] as number) < stops) sum += routes.costOut[stop] as number;
    if (balance > 0) sum += service[stop] as number;
  }
  return sum / stops;
}
