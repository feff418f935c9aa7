import { DayBalance } from '../day-balance.ts';
import type { Random } from '../random.ts';
import { Absences } from './absences.ts';
import { BestRoutes } from './best-routes.ts';
import type { EngineData } from './data.ts';
import type { Neighbors } from './neighbors.ts';
import { LocalMoves } from './operators/local-moves.ts';
import { GreedyRecreate } from './operators/recreate-greedy.ts';
import { StringRuin } from './operators/ruin-strings.ts';
import { SiteFinder } from './operators/site-visits.ts';
import { loadRoutes } from './routes/route-lists.ts';
import type { Routes } from './routes/routes.ts';
import { type Progress, roundsPerCheck, temperaturesOf } from './temperatures.ts';

/** The search may try to use fewer vehicles until its progress reaches this share. */
const firstAttempt = 0.2;
/** The part of the search in which it may try again, because routes are good by then. */
const secondAttempt = { from: 0.55, to: 0.85 };
/** The search tries one vehicle fewer if the day's work is at most this factor times the shifts of the others. */
const hopeNow = 1.05;
/** It tries again later if the work is at most this factor times their shifts, because routes get shorter. */
const hopeLater = 1.15;

/**
 * How much an absent stop adds to a round, as a share of a round, because its places are tried again. Without this, a
 * day that is far too full takes twice as long.
 */
const costOfAbsent = 0.02;

/**
 * Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983) over ruin and recreate: accepts better routes, and slightly
 * worse ones at random. The temperature depends on progress, so a short search cools as far as a long one. Assigning
 * stops takes precedence over all costs.
 */
export class Annealing {
  private readonly routes: Routes;
  private readonly random: Random;
  private readonly progress: Progress;
  private readonly days: DayBalance;
  private readonly ruin: StringRuin;
  private readonly recreate: GreedyRecreate;
  private readonly moves: LocalMoves;
  private readonly absences: Absences;
  private readonly best: BestRoutes;
  private absent = 0;
  private cost = 0;

  constructor(routes: Routes, neighbors: Neighbors, random: Random, progress: Progress) {
    this.routes = routes;
    this.random = random;
    this.progress = progress;
    this.days = new DayBalance(routes);
    this.ruin = new StringRuin(routes, neighbors, random);
    const finder = new SiteFinder(routes.data);
    this.recreate = new GreedyRecreate(routes, this.days, neighbors, finder, random);
    this.moves = new LocalMoves(routes, finder, random);
    this.absences = new Absences(routes);
    this.best = new BestRoutes(routes, this.days);
  }

  /** Returns the best routes found, in the form of `RoutesCopy.read`. */
  search(): number[][] {
    this.rebuild();
    this.start();
    const { first, last } = temperaturesOf(this.routes);
    if (this.routes.data.fewestVehicles) {
      this.saveVehicles(firstAttempt);
      // Later, shorter routes may have room for the stops of another vehicle.
      if (this.mayNeedFewer(hopeLater)) {
        this.cool(first, last, secondAttempt.from);
        this.saveVehicles(secondAttempt.to);
        this.cool(Math.sqrt(first * last), last, 1);
        return this.best.read();
      }
    }
    this.cool(first, last, 1);
    return this.best.read();
  }

  /** Anneals from one temperature to another, until the progress reaches `until`. */
  private cool(first: number, last: number, until: number): void {
    const begin = this.progress();
    for (let done = begin; done < until; done = this.progress()) {
      const share = (done - begin) / (until - begin);
      this.rounds(first * (last / first) ** share, share < 0.5);
    }
  }

  /** Makes the present routes the current ones, from which the search continues. */
  private start(): void {
    this.routes.commit();
    this.absent = this.absences.weight();
    this.days.update(this.days.smoothCost());
    this.cost = this.currentCost();
    this.best.update(this.absent);
  }

  private currentCost(): number {
    return this.routes.travel + this.routes.totalPenalty + this.days.smoothCost();
  }

  private rounds(temperature: number, isPacking: boolean): void {
    for (let done = 0; done < roundsPerCheck; done += 1 + costOfAbsent * this.routes.absentCount) {
      this.ruin.ruin();
      this.rebuild();
      if (this.isAccepted(temperature, isPacking)) this.accept();
      else this.routes.undo();
    }
  }

  private rebuild(): void {
    this.recreate.recreate();
    this.moves.improve();
  }

  private isAccepted(temperature: number, isPacking: boolean): boolean {
    const absent = this.absences.weight();
    if (absent !== this.absent || (absent > 0 && isPacking)) {
      const isRarer = isPacking && this.absences.areRarer();
      this.absences.count();
      if (absent !== this.absent || isRarer) return absent < this.absent || isRarer;
    }
    return this.currentCost() < this.cost - temperature * Math.log(1 - this.random.unit());
  }

  private accept(): void {
    const { routes } = this;
    this.absences.accept();
    routes.commit();
    this.absent = this.absences.weight();
    if (this.days.isOn) this.days.update(this.days.smoothCost());
    this.cost = this.currentCost();
    this.best.update(this.absent);
  }

  /**
   * Reduces the fleet by absence counters (Christiaens and Vanden Berghe, 5.3): clears the vehicle whose stops are
   * easiest to place, again and again, until the other vehicles have no places for them.
   */
  private saveVehicles(until: number): void {
    const { routes, best } = this;
    const { last } = temperaturesOf(routes);
    while (this.progress() < until && best.absent === 0 && this.mayNeedFewer(hopeNow)) {
      this.recreate.vehicleLimit = routes.used - 1;
      routes.clear(this.absences.easiestVehicle());
      this.rebuild();
      best.forget();
      this.start();
      while (this.absent > 0 && this.progress() < until) this.rounds(last, true);
    }
    if (best.absent > 0) best.returnToFormer();
    loadRoutes(routes, best.read());
    this.recreate.vehicleLimit = Math.max(routes.used, 1);
    this.start();
  }

  /**
   * Returns true if one vehicle fewer could carry all loads and stops, and could do so within its shifts if routes
   * became a little shorter.
   */
  private mayNeedFewer(hope: number): boolean {
    const { data, used, duration } = this.routes;
    if (used <= fewestConceivable(data)) return false;
    const longestShift = data.shiftEnd.reduce(
      (most, end, at) => Math.max(most, end - (data.shiftStart[at] as number)),
      0,
    );
    const pause = data.pauseTime.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
    const work = duration.reduce((sum, time) => sum + time, 0);
    return work <= hope * (used - 1) * (longestShift - pause);
  }
}

/** Returns a lower bound on the number of vehicles that can carry all loads and stops. */
function fewestConceivable({ stops, load, dayLoad, maxStops }: EngineData): number {
  const loads = load.reduce((sum, one) => sum + one, 0) / dayLoad.reduce((most, one) => Math.max(most, one), 0);
  const counts = stops / maxStops.reduce((most, one) => Math.max(most, one), 0);
  return Math.max(1, Math.ceil(loads - 1e-9) || 0, Math.ceil(counts) || 0);
}
