import type { DayBalance } from '../day-balance.ts';
import { RoutesCopy } from './routes/route-lists.ts';
import type { Routes } from './routes/routes.ts';

/** The best routes found so far: those with the lowest sum of unassigned priorities, then with the lowest true cost. */
export class BestRoutes {
  absent = Number.POSITIVE_INFINITY;
  private hasFormer = false;
  private readonly routes: Routes;
  private readonly days: DayBalance;
  private cost = Number.POSITIVE_INFINITY;
  private found: number[][] = [];
  private isStale = false;
  private readonly copy: RoutesCopy;
  private former: { absent: number; found: number[][] } = { absent: 0, found: [] };

  constructor(routes: Routes, days: DayBalance) {
    this.routes = routes;
    this.days = days;
    this.copy = new RoutesCopy(routes);
  }

  update(absent: number): void {
    const { routes } = this;
    if (absent > this.absent) return;
    const cost = routes.travel + routes.totalPenalty + this.days.trueCost();
    if (absent === this.absent && cost >= this.cost) return;
    this.absent = absent;
    this.cost = cost;
    this.copy.take();
    this.isStale = true;
  }

  /** Starts over for fewer vehicles. `returnToFormer` brings back the best routes so far. */
  forget(): void {
    this.former = { absent: this.absent, found: this.read() };
    this.hasFormer = true;
    this.absent = Number.POSITIVE_INFINITY;
    this.cost = Number.POSITIVE_INFINITY;
  }

  returnToFormer(): void {
    if (!this.hasFormer) return;
    this.absent = this.former.absent;
    this.found = this.former.found;
    this.isStale = false;
    this.cost = Number.POSITIVE_INFINITY;
  }

  read(): number[][] {
    if (this.isStale) this.found = this.copy.read();
    this.isStale = false;
    return this.found;
  }
}
