import type { DayBalance } from '../../day-balance.ts';
import type { Random } from '../../random.ts';
import { isTooLate } from '../labels/position-labels.ts';
import type { Neighbors } from '../neighbors.ts';
import type { Routes } from '../routes/routes.ts';
import { BestPlace, plain } from './best-place.ts';
import { Blinks } from './blinks.ts';
import { SiteInsertion } from './insert-with-site.ts';
import { InsertionOrders } from './recreate-orders.ts';
import type { SiteFinder } from './site-visits.ts';

/** Places are tried beside this many nearest neighbors. More take longer and find nothing better. */
const neighborsTried = 20;
/** With up to this many stops in all routes with room, trying every place is as fast. */
const fewStops = 150;

/**
 * Greedy insertion with blinks (Christiaens and Vanden Berghe 2020): each absent stop, in a random order, goes to the
 * place where it costs least. In a full vehicle, a visit to a disposal site is inserted along with it. A stop without a
 * place stays absent.
 *
 * The paper tries every place in every route with room. Here, if there are many, only the places beside near neighbors
 * and at the ends of routes are tried; the ends, because the long legs from and to a depot pass by isolated stops. All
 * places are tried only if none of these fits.
 */
export class GreedyRecreate {
  /** The most vehicles that may be used. */
  vehicleLimit: number;
  private readonly routes: Routes;
  private readonly neighbors: Neighbors;
  private readonly orders: InsertionOrders;
  private readonly blinks: Blinks;
  private readonly best: BestPlace;
  private readonly sites: SiteInsertion;
  /** The used vehicles that may have room: `open[0 .. openCount)`. */
  private readonly open: Int32Array;
  private openCount = 0;
  private openStops = 0;

  constructor(routes: Routes, days: DayBalance, neighbors: Neighbors, finder: SiteFinder, random: Random) {
    this.routes = routes;
    this.neighbors = neighbors;
    this.best = new BestPlace(routes, days);
    this.sites = new SiteInsertion(routes, finder, this.best);
    this.orders = new InsertionOrders(routes.data, random);
    this.open = new Int32Array(routes.data.vehicles);
    this.vehicleLimit = routes.data.vehicles;
    this.blinks = new Blinks(random);
  }

  /** Inserts the absent stops for which there is a place. */
  recreate(): void {
    const { routes, best } = this;
    this.orders.sort(routes);
    this.listOpen();
    let left = 0;
    for (let index = 0; index < routes.absentCount; index++) {
      const stop = routes.absent[index] as number;
      if (routes.changes.wasAbsent[stop]) this.findNewPlace(stop);
      else this.findPlace(stop);
      if (best.vehicle < 0) routes.absent[left++] = stop;
      else {
        if (routes.count[best.vehicle] === 0) this.open[this.openCount++] = best.vehicle;
        best.insert(stop);
      }
    }
    routes.absentCount = left;
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

  /** Finds a place for a stop that had none before this round. Only routes that have changed can have one. */
  private findNewPlace(stop: number): void {
    const { routes } = this;
    const { load, pin } = routes.data;
    this.best.forget();
    for (let index = 0; index < routes.changes.touchedCount; index++) {
      const vehicle = routes.changes.touched[index] as number;
      if (routes.count[vehicle] === 0) continue;
      if (this.mayTake(vehicle, load[stop] as number, pin[stop] as number)) this.tryRoute(stop, vehicle);
    }
    this.tryUnused(stop);
  }

  private tryNeighbors(stop: number): void {
    const { best, routes } = this;
    const { near, width } = this.neighbors;
    const { points, from, into, load, pin } = routes.data;
    const { vehicleOf, next, previous, point, costOut } = routes;
    const weight = load[stop] as number;
    const pinned = pin[stop] as number;
    const row = stop * points;
    const begin = stop * width;
    const end = begin + Math.min(width, neighborsTried);
    for (let at = begin; at < end; at++) {
      const other = near[at] as number;
      const vehicle = vehicleOf[other] as number;
      if (vehicle < 0 || !this.mayTake(vehicle, weight, pinned)) continue;
      const ahead = point[next[other] as number] as number;
      const after = (into[row + other] as number) + (from[row + ahead] as number) - (costOut[other] as number);
      if (after < best.cost) this.tryPlace(stop, vehicle, other, after);
      const behind = previous[other] as number;
      const costIn = into[row + (point[behind] as number)] as number;
      const before = costIn + (from[row + other] as number) - (costOut[behind] as number);
      if (before < best.cost) this.tryPlace(stop, vehicle, behind, before);
    }
  }

  private tryEnds(stop: number): void {
    const { best, routes } = this;
    const { points, from, into, load, pin, firstStart, firstEnd, startPoint, endPoint } = routes.data;
    const { next, previous, point, costOut } = routes;
    const weight = load[stop] as number;
    const pinned = pin[stop] as number;
    const row = stop * points;
    for (let index = 0; index < this.openCount; index++) {
      const vehicle = this.open[index] as number;
      if (!this.mayTake(vehicle, weight, pinned)) continue;
      const start = firstStart + vehicle;
      const toHead = from[row + (point[next[start] as number] as number)] as number;
      const atHead = (into[row + (startPoint[vehicle] as number)] as number) + toHead - (costOut[start] as number);
      if (atHead < best.cost) this.tryPlace(stop, vehicle, start, atHead);
      const tail = previous[firstEnd + vehicle] as number;
      const fromTail = into[row + (point[tail] as number)] as number;
      const atTail = fromTail + (from[row + (endPoint[vehicle] as number)] as number) - (costOut[tail] as number);
      if (atTail < best.cost) this.tryPlace(stop, vehicle, tail, atTail);
    }
  }

  private tryOpenRoutes(stop: number): void {
    const { load, pin } = this.routes.data;
    const weight = load[stop] as number;
    const pinned = pin[stop] as number;
    for (let index = 0; index < this.openCount; index++) {
      const vehicle = this.open[index] as number;
      if (this.mayTake(vehicle, weight, pinned)) this.tryRoute(stop, vehicle);
    }
  }

  private mayTake(vehicle: number, weight: number, pinned: number): boolean {
    return weight <= (this.routes.room[vehicle] as number) && (pinned < 0 || pinned === vehicle);
  }

  /** Tries every place in one route. The search spends most of its time here. */
  private tryRoute(stop: number, vehicle: number): void {
    const { best, routes } = this;
    const { stops, points, from, into } = routes.data;
    const { next, point, costOut } = routes;
    const { depart1 } = routes.times;
    const row = stop * points;
    const end = routes.endOf(vehicle);
    const late = routes.times.latestStart(vehicle, stop);
    const isLimited = late < Infinity;
    let least = best.cost;
    let behind = routes.startOf(vehicle);
    let costIn = into[row + (point[behind] as number)] as number;
    while (behind !== end) {
      if (isLimited && (depart1[behind] as number) > late) return;
      const ahead = next[behind] as number;
      const at = ahead < stops ? ahead : (point[ahead] as number);
      const detour = costIn + (from[row + at] as number) - (costOut[behind] as number);
      if (detour < least) {
        this.tryPlace(stop, vehicle, behind, detour);
        least = best.cost;
      }
      costIn = into[row + at] as number;
      behind = ahead;
    }
  }

  private tryUnused(stop: number): void {
    const { routes } = this;
    const { pin, kinds } = routes.data;
    if (routes.used >= this.vehicleLimit) return;
    const pinned = pin[stop] as number;
    if (pinned >= 0) {
      if (routes.count[pinned] === 0) this.tryUnusedVehicle(stop, pinned);
      return;
    }
    for (let kind = 0; kind < kinds; kind++) {
      const vehicle = routes.unused.one(kind);
      if (vehicle >= 0) this.tryUnusedVehicle(stop, vehicle);
    }
  }

  private tryUnusedVehicle(stop: number, vehicle: number): void {
    const { points, from, into, load, startPoint, endPoint } = this.routes.data;
    if ((load[stop] as number) > (this.routes.room[vehicle] as number)) return;
    const row = stop * points;
    const costIn = into[row + (startPoint[vehicle] as number)] as number;
    const detour = costIn + (from[row + (endPoint[vehicle] as number)] as number);
    if (detour < this.best.cost) this.tryPlace(stop, vehicle, this.routes.startOf(vehicle), detour);
  }

  /** Keeps a place with a small detour if it is the cheapest so far and breaks no rule. */
  private tryPlace(stop: number, vehicle: number, behind: number, detour: number): void {
    if (this.best.vehicle >= 0 && this.blinks.skip()) return;
    if (this.routes.data.hasLabels && !this.keepsRules(stop, vehicle, behind)) return;
    this.best.consider(stop, vehicle, behind, detour, plain, -1);
  }

  /**
   * Returns true if positions, times and loads allow a place. If only the load is too high, also tries the place with a
   * visit to a site.
   */
  private keepsRules(stop: number, vehicle: number, behind: number): boolean {
    const { routes } = this;
    const { data } = routes;
    const ahead = routes.next[behind] as number;
    if (data.hasPositions && ((routes.spare[ahead] as number) <= 0 || isTooLate(routes, stop, behind))) return false;
    if (data.isTimed && !routes.isInTime(stop, vehicle, behind, ahead)) return false;
    if (data.sites === 0 || this.fitsTrip(stop, vehicle, behind, ahead)) return true;
    this.sites.try(stop, vehicle, behind);
    return false;
  }

  private fitsTrip(stop: number, vehicle: number, behind: number, ahead: number): boolean {
    const { loadBehind, loadAhead, data } = this.routes;
    const load = (loadBehind[behind] as number) + (data.load[stop] as number) + (loadAhead[ahead] as number);
    return load <= (data.capacity[vehicle] as number);
  }
}
