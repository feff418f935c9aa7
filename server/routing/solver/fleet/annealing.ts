import type { Random } from '../random.ts';
import type { FleetData, Neighbors } from './data.ts';
import { DayBalance } from './day-balance.ts';
import { GreedyRecreate } from './recreate-greedy.ts';
import { type FleetRoutes, RoutesCopy } from './routes.ts';
import { StringRuin } from './ruin-strings.ts';

/** First and last temperature, in average legs. */
const hottest = 2;
const coldest = 0.1;
/** Added per unit of balance: with balance, a change of the longest day costs many times its travel. */
const hottestPerBalance = 7;
const coldestPerBalance = 0.05;

/** Returns the progress of the search, from 0 to 1 (the end). */
export type Progress = () => number;

/** Rounds between two checks of progress, since reading the clock costs as much as a round. */
export const roundsPerCheck = 16;

/**
 * Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983) over ruin and recreate: accepts better routes, and slightly worse
 * ones at random. The temperature depends on progress, so a short search cools as far as a long one. Overload takes
 * precedence over all costs. Returns the best routes met.
 */
export function anneal(routes: FleetRoutes, neighbors: Neighbors, random: Random, progress: Progress): number[][] {
  const days = new DayBalance(routes);
  const ruin = new StringRuin(routes, neighbors, random);
  const recreate = new GreedyRecreate(routes, days, neighbors, random);
  recreate.recreate();
  routes.commit();
  const temperatures = temperaturesOf(routes);
  const best = new BestRoutes(routes, days);
  let overload = routes.overload;
  let cost = routes.travel + days.smoothCost();
  days.update(days.smoothCost());
  for (let done = progress(); done < 1; done = progress()) {
    const temperature = temperatures.first * (temperatures.last / temperatures.first) ** done;
    for (let round = 0; round < roundsPerCheck; round++) {
      ruin.ruin();
      recreate.recreate();
      const smooth = days.smoothCost();
      const bound = cost - temperature * Math.log(1 - random.unit());
      if (!isBetter(routes.overload, routes.travel + smooth, overload, bound)) {
        routes.undo();
        continue;
      }
      routes.commit();
      overload = routes.overload;
      cost = routes.travel + smooth;
      days.update(smooth);
      best.update();
    }
  }
  return best.copy.read();
}

/** Less overload, or equal overload and less cost. Loads may be fractions, so sums are compared with a tolerance. */
function isBetter(overload: number, cost: number, thanOverload: number, thanCost: number): boolean {
  const excess = overload - thanOverload;
  return excess < -1e-9 || (excess < 1e-9 && cost < thanCost);
}

/** The best routes met so far, by the true cost. */
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
    this.update();
  }

  update(): void {
    const { routes } = this;
    const cost = routes.travel + this.days.trueCost();
    if (!isBetter(routes.overload, cost, this.overload, this.cost)) return;
    this.overload = routes.overload;
    this.cost = cost;
    routes.copyTo(this.copy);
  }
}

function temperaturesOf(routes: FleetRoutes): { first: number; last: number } {
  const { data } = routes;
  const perVehicle = data.balance / data.vehicles;
  const unit = meanLeg(routes, data) || 1;
  return {
    first: unit * (hottest + hottestPerBalance * perVehicle),
    last: unit * (coldest + coldestPerBalance * perVehicle),
  };
}

/** The average leg between stops, without depots; with balance, service times count as well. */
function meanLeg(routes: FleetRoutes, { stops, service, balance }: FleetData): number {
  let sum = 0;
  for (let stop = 0; stop < stops; stop++) {
    if ((routes.next[stop] as number) < stops) sum += routes.costOut[stop] as number;
    if (balance > 0) sum += service[stop] as number;
  }
  return sum / stops;
}
