import type { Neighbors } from '../fleet/data.ts';
import type { DayBalance } from '../fleet/day-balance.ts';
import type { Random } from '../random.ts';
import { BestPlace, plain } from './best-place.ts';
import { SiteInsertion } from './insert-with-site.ts';
import { fillGaps } from './pinned-gaps.ts';
import { isTooLate } from './position-labels.ts';
import { InsertionOrders } from './recreate-orders.ts';
import type { Routes } from './routes.ts';
import { type SiteFinder, VisitMoves } from './site-visits.ts';
import { TailSwap } from './swap-tails.ts';

/** The share of places skipped at random, so that the greedy choice varies (the paper's blink rate). */
const blinkRate = 0.01;
/** The share of rounds in which two of the changed routes may exchange their tails. */
const swapShare = 0.2;
/** Places are tried beside this many nearest neighbors; more take longer and find the same. */
const neighborsTried = 20;
/** With this few stops in all routes with room, trying every place is as fast. */
const fewStops = 150;

/**
 * Greedy insertion with blinks (Christiaens and Vanden Berghe 2020): each absent stop, in a random order, goes where it costs
 * least. A full vehicle gets a visit to a disposal site with it. A stop without a place stays absent.
 *
 * The paper tries every place in every route with room. Here, if there are many, only the places beside near neighbors and at the
 * ends of routes are tried: the long legs from and to a depot pass by isolated stops. All places are tried only if those have no
 * room.
 */
export class GreedyRecreate {
  /** The most vehicles that may be used. */
  vehicleLimit: number;
  private readonly routes: Routes;
  private readonly neighbors: Neighbors;
  private readonly random: Random;
  private readonly orders: InsertionOrders;
  private readonly best: BestPlace;
  private readonly sites: SiteInsertion;
  private readonly visits: VisitMoves;
  private readonly tails: TailSwap;
  /** The used vehicles that may have room: `open[0 .. openCount)`. */
  private readonly open: Int32Array;
  private openCount = 0;
  private openStops = 0;
  private placesUntilBlink: number;

  constructor(routes: Routes, days: DayBalance, neighbors: Neighbors, finder: SiteFinder, random: Random) {
    this.routes = routes;
    this.neighbors = neighbors;
    this.random = random;
    this.best = new BestPlace(routes, days);
    this.sites = new SiteInsertion(routes, finder, this.best);
    this.visits = new VisitMoves(routes, finder);
    this.tails = new TailSwap(routes);
    this.orders = new InsertionOrders(routes.data, random);
    this.open = new Int32Array(routes.data.vehicles);
    this.vehicleLimit = routes.data.vehicles;
    this.placesUntilBlink = this.drawBlink();
  }

  /** Inserts the absent stops that have a place. */
  recreate(): void {
    const { routes } = this;
    const { data } = routes;
    this.orders.sort(routes);
    this.listOpen();
    let left = 0;
    for (let index = 0; index < routes.absentCount; index++) {
      const stop = routes.absent[index] as number;
      if (routes.changes.wasAbsent[stop]) this.findNewPlace(stop);
      else this.findPlace(stop);
      const { vehicle } = this.best;
      if (vehicle < 0) routes.absent[left++] = stop;
      else {
        if (routes.count[vehicle] === 0) this.open[this.openCount++] = vehicle;
        this.best.insert(stop);
      }
    }
    routes.absentCount = left;
    if (data.sites > 0) {
      for (let index = 0; index < routes.changes.touchedCount; index++)
        this.visits.improve(routes.changes.touched[index] as number);
    }
    const { touched, touchedCount } = routes.changes;
    if (touchedCount > 1 && this.random.unit() < swapShare) {
      this.tails.improve(
        touched[this.random.below(touchedCount)] as number,
        touched[this.random.below(touchedCount)] as number,
      );
    }
    if (data.hasPositions) {
      for (let index = 0; index < routes.changes.touchedCount; index++)
        fillGaps(routes, routes.changes.touched[index] as number);
    }
  }

  private listOpen(): void {
    const { absent, absentCount, count, room, data } = this.routes;
    let lightest = Number.POSITIVE_INFINITY;
    for (let index = 0; index < absentCount; index++) {
      lightest = Math.min(lightest, data.load[absent[index] as number] as number);
    }
    this.openCount = 0;
    this.openStops = 0;
    for (let vehicle = 0; vehicle < data.vehicles; vehicle++) {
      if (count[vehicle] === 0 || (room[vehicle] as number) < lightest) continue;
      this.open[this.openCount++] = vehicle;
      this.openStops += count[vehicle] as number;
    }
  }

  private findPlace(stop: number): void {
    this.best.forget();
    if (this.openStops > fewStops) {
      this.tryNeighbors(stop);
      this.tryEnds(stop);
    }
    if (this.best.vehicle < 0) this.tryOpenRoutes(stop);
    this.tryUnused(stop);
  }

  /** For a stop that found no place in the routes as they were: only those that have changed can have one. */
  private findNewPlace(stop: number): void {
    const { routes } = this;
    this.best.forget();
    for (let index = 0; index < routes.changes.touchedCount; index++) {
      const vehicle = routes.changes.touched[index] as number;
      if ((routes.count[vehicle] as number) > 0 && this.mayTake(vehicle, stop)) this.tryRoute(stop, vehicle);
    }
    this.tryUnused(stop);
  }

  private tryNeighbors(stop: number): void {
    const { near, width } = this.neighbors;
    const { vehicleOf, previous } = this.routes;
    const begin = stop * width;
    const end = begin + Math.min(width, neighborsTried);
    for (let at = begin; at < end; at++) {
      const other = near[at] as number;
      const vehicle = vehicleOf[other] as number;
      if (vehicle < 0 || !this.mayTake(vehicle, stop)) continue;
      this.tryPlace(stop, vehicle, other);
      this.tryPlace(stop, vehicle, previous[other] as number);
    }
  }

  private tryEnds(stop: number): void {
    const { routes } = this;
    for (let index = 0; index < this.openCount; index++) {
      const vehicle = this.open[index] as number;
      if (!this.mayTake(vehicle, stop)) continue;
      this.tryPlace(stop, vehicle, routes.startOf(vehicle));
      this.tryPlace(stop, vehicle, routes.previous[routes.endOf(vehicle)] as number);
    }
  }

  private tryOpenRoutes(stop: number): void {
    for (let index = 0; index < this.openCount; index++) {
      const vehicle = this.open[index] as number;
      if (this.mayTake(vehicle, stop)) this.tryRoute(stop, vehicle);
    }
  }

  private mayTake(vehicle: number, stop: number): boolean {
    const { room, count, data } = this.routes;
    const pinned = data.pin[stop] as number;
    return (
      (data.load[stop] as number) <= (room[vehicle] as number) &&
      (count[vehicle] as number) < (data.maxStops[vehicle] as number) &&
      (pinned < 0 || pinned === vehicle)
    );
  }

  /** Tries every place in one route. */
  private tryRoute(stop: number, vehicle: number): void {
    const { next, times, data } = this.routes;
    const end = this.routes.endOf(vehicle);
    const late = data.isTimed && (data.pauseTime[vehicle] as number) === 0 ? (data.late[stop] as number) : Infinity;
    for (let node = this.routes.startOf(vehicle); node !== end; node = next[node] as number) {
      if (late !== Infinity && (times.depart1[node] as number) > late) return;
      this.tryPlace(stop, vehicle, node);
    }
  }

  private tryUnused(stop: number): void {
    const { routes } = this;
    const { pin, kinds } = routes.data;
    if (routes.used >= this.vehicleLimit) return;
    const pinned = pin[stop] as number;
    if (pinned >= 0) {
      if (routes.count[pinned] === 0 && this.mayTake(pinned, stop)) this.tryPlace(stop, pinned, routes.startOf(pinned));
      return;
    }
    for (let kind = 0; kind < kinds; kind++) {
      const vehicle = routes.unused.one(kind);
      if (vehicle >= 0 && this.mayTake(vehicle, stop)) this.tryPlace(stop, vehicle, routes.startOf(vehicle));
    }
  }

  /** Prices one place and keeps it if it is the cheapest so far that breaks no rule. */
  private tryPlace(stop: number, vehicle: number, behind: number): void {
    const { routes } = this;
    const { data, point } = routes;
    const ahead = routes.next[behind] as number;
    const row = stop * data.points;
    const costIn = data.into[row + (point[behind] as number)] as number;
    const costOut = data.from[row + (point[ahead] as number)] as number;
    const detour = costIn + costOut - (routes.costOut[behind] as number);
    if (detour >= this.best.cost || this.blinks()) return;
    if (data.hasPositions && ((routes.spare[ahead] as number) <= 0 || isTooLate(routes, stop, behind))) return;
    if (data.isTimed && !routes.times.fits(vehicle, behind, ahead, stop, costIn, costOut)) return;
    if (data.sites > 0 && !this.fitsTrip(stop, vehicle, behind, ahead)) {
      this.sites.try(stop, vehicle, behind);
      return;
    }
    this.best.consider(stop, vehicle, behind, detour, plain, -1);
  }

  private fitsTrip(stop: number, vehicle: number, behind: number, ahead: number): boolean {
    const { loadBehind, loadAhead, data } = this.routes;
    const load = (loadBehind[behind] as number) + (data.load[stop] as number) + (loadAhead[ahead] as number);
    return load <= (data.capacity[vehicle] as number);
  }

  private blinks(): boolean {
    if (this.best.vehicle < 0 || --this.placesUntilBlink >= 0) return false;
    this.placesUntilBlink = this.drawBlink();
    return true;
  }

  /** The number of places until the next one is skipped: geometrically distributed, which saves a random number per place. */
  private drawBlink(): number {
    return Math.floor(Math.log(1 - this.random.unit()) / Math.log(1 - blinkRate));
  }
}
