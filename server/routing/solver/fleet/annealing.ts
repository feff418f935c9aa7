import type { Random } from '../random.ts';
import type { Neighbors } from './data.ts';
import { DayBalance } from './day-balance.ts';
import { GreedyRecreate } from './recreate-greedy.ts';
import { type FleetRoutes, RoutesCopy } from './routes.ts';
import { StringRuin } from './ruin-strings.ts';
import { type Progress, roundsPerCheck, temperaturesOf } from './temperatures.ts';

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
