import type { Neighbors } from '../fleet/data.ts';
import type { DayBalance } from '../fleet/day-balance.ts';
import type { Random } from '../random.ts';
import { fillGaps } from './pinned-gaps.ts';
import { InsertionOrders } from './recreate-orders.ts';
import type { Routes } from './routes.ts';
import { type SiteFinder, VisitMoves } from './site-visits.ts';

/** The share of places skipped at random, so that the greedy choice varies (the paper's blink rate). */
const blinkRate = 0.01;
/** Places are tried beside this many nearest neighbors; more take longer and find the same. */
const neighborsTried = 20;
/** With this few stops in all routes with room, trying every place is as fast. */
const fewStops = 150;

/** No site is visited; one is visited right after the new stop, or right before it; or one on either side. */
type Form = 0 | 1 | 2 | 3;
const plain = 0;
const siteAfter = 1;
const siteBefore = 2;
const sitesAround = 3;

/**
 * Greedy insertion with blinks (Christiaens and Vanden Berghe 2020): each absent stop, in a random order, goes where it costs
 * least, together with a visit to a disposal site where the vehicle is full. The paper tries every place in every route with
 * room. Here, if there are many, only the places beside near neighbors and at the ends of routes are tried (the long legs from
 * and to a depot pass by isolated stops), and all places only if those have no room. A stop without a place stays absent.
 */
export class GreedyRecreate {
  /** The most vehicles that may be used. */
  vehicleLimit: number;
  private readonly routes: Routes;
  private readonly days: DayBalance;
  private readonly neighbors: Neighbors;
  private readonly random: Random;
  private readonly orders: InsertionOrders;
  private readonly finder: SiteFinder;
  private readonly visits: VisitMoves;
  /** The used vehicles that may have room: `open[0 .. openCount)`. */
  private readonly open: Int32Array;
  private openCount = 0;
  private openStops = 0;
  private placesUntilBlink: number;
  private bestCost = 0;
  private bestVehicle = -1;
  private bestBehind = -1;
  private bestForm: Form = plain;
  private bestSite = -1;
  private bestFirstSite = -1;

  constructor(routes: Routes, days: DayBalance, neighbors: Neighbors, finder: SiteFinder, random: Random) {
    this.routes = routes;
    this.days = days;
    this.neighbors = neighbors;
    this.random = random;
    this.finder = finder;
    this.visits = new VisitMoves(routes, finder);
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
      if (routes.wasAbsent[stop]) this.findNewPlace(stop);
      else this.findPlace(stop);
      if (this.bestVehicle < 0) routes.absent[left++] = stop;
      else this.insert(stop);
    }
    routes.absentCount = left;
    if (data.sites > 0) {
      for (let index = 0; index < routes.touchedCount; index++) this.visits.improve(routes.touched[index] as number);
    }
    if (data.hasPositions) {
      for (let index = 0; index < routes.touchedCount; index++) fillGaps(routes, routes.touched[index] as number);
    }
  }

  private insert(stop: number): void {
    const { routes, bestVehicle: vehicle, bestBehind: behind } = this;
    if (routes.count[vehicle] === 0) this.open[this.openCount++] = vehicle;
    if (this.bestForm === siteBefore) {
      const visit = routes.insertVisit(this.bestSite, vehicle, behind);
      routes.insert(stop, vehicle, visit);
    } else if (this.bestForm === sitesAround) {
      const visit = routes.insertVisit(this.bestFirstSite, vehicle, behind);
      routes.insert(stop, vehicle, visit);
      routes.insertVisit(this.bestSite, vehicle, stop);
    } else {
      routes.insert(stop, vehicle, behind);
      if (this.bestForm === siteAfter) routes.insertVisit(this.bestSite, vehicle, stop);
    }
    routes.refresh(vehicle);
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
    this.bestCost = Number.POSITIVE_INFINITY;
    this.bestVehicle = -1;
    if (this.openStops > fewStops) {
      this.tryNeighbors(stop);
      this.tryEnds(stop);
    }
    if (this.bestVehicle < 0) this.tryOpenRoutes(stop);
    this.tryUnused(stop);
  }

  /** For a stop that found no place in the routes as they were: only those that have changed can have one. */
  private findNewPlace(stop: number): void {
    const { routes } = this;
    this.bestCost = Number.POSITIVE_INFINITY;
    this.bestVehicle = -1;
    for (let index = 0; index < routes.touchedCount; index++) {
      const vehicle = routes.touched[index] as number;
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
    if (detour >= this.bestCost || this.blinks()) return;
    if (data.hasPositions && (routes.spare[ahead] as number) <= 0) return;
    if (data.isTimed && !routes.times.fits(vehicle, behind, ahead, stop, costIn, costOut)) return;
    if (data.sites > 0 && !this.fitsTrip(stop, vehicle, behind, ahead)) {
      this.trySites(stop, vehicle, behind, ahead);
      return;
    }
    this.consider(stop, vehicle, behind, detour, plain, -1);
  }

  private fitsTrip(stop: number, vehicle: number, behind: number, ahead: number): boolean {
    const { loadBehind, loadAhead, data } = this.routes;
    const load = (loadBehind[behind] as number) + (data.load[stop] as number) + (loadAhead[ahead] as number);
    return load <= (data.capacity[vehicle] as number);
  }

  /** Where the trip has no room: empties the vehicle right after the stop, or right before it. */
  private trySites(stop: number, vehicle: number, behind: number, ahead: number): void {
    const { routes, finder } = this;
    const { data, point, loadBehind, loadAhead } = routes;
    const capacity = data.capacity[vehicle] as number;
    const load = data.load[stop] as number;
    if (load > capacity) return;
    if (routes.count[vehicle] === 0 && (loadBehind[behind] as number) + load > capacity) {
      this.tryAround(stop, vehicle, behind, ahead);
      return;
    }
    if ((loadBehind[behind] as number) + load <= capacity && !routes.isVisit(ahead)) {
      const best = finder.between(stop, point[ahead] as number);
      if (!this.trySite(stop, vehicle, behind, siteAfter, best))
        this.tryOtherSites(stop, vehicle, behind, siteAfter, best);
    }
    if (load + (loadAhead[ahead] as number) <= capacity && (loadBehind[behind] as number) > 0) {
      const best = finder.between(point[behind] as number, stop);
      if (!this.trySite(stop, vehicle, behind, siteBefore, best))
        this.tryOtherSites(stop, vehicle, behind, siteBefore, best);
    }
  }

  /** A vehicle that has something on board at the start and no room for its first stop empties before and after it. */
  private tryAround(stop: number, vehicle: number, behind: number, ahead: number): void {
    const { routes } = this;
    const { data, times, point } = routes;
    const { points, from, firstSite } = data;
    for (let first = 0; first < data.sites; first++) {
      for (let last = 0; last < data.sites; last++) {
        const toFirst = from[(point[behind] as number) * points + firstSite + first] as number;
        const costIn = from[(firstSite + first) * points + stop] as number;
        const costOut = from[stop * points + firstSite + last] as number;
        const fromLast = from[(firstSite + last) * points + (point[ahead] as number)] as number;
        const detour = toFirst + costIn + costOut + fromLast;
        if (detour >= this.bestCost) continue;
        times.leave(vehicle, behind);
        times.go(toFirst, firstSite + first);
        times.go(costIn, stop);
        times.go(costOut, firstSite + last);
        if (data.isTimed && !times.arrivesAt(ahead, fromLast)) continue;
        this.consider(stop, vehicle, behind, detour, sitesAround, last);
        if (this.bestForm === sitesAround && this.bestVehicle === vehicle) this.bestFirstSite = first;
      }
    }
  }

  private tryOtherSites(stop: number, vehicle: number, behind: number, form: Form, except: number): void {
    if (!this.routes.data.hasSiteHours) return;
    for (let site = 0; site < this.routes.data.sites; site++) {
      if (site !== except) this.trySite(stop, vehicle, behind, form, site);
    }
  }

  /** Returns false if the site can't be visited in time. */
  private trySite(stop: number, vehicle: number, behind: number, form: Form, site: number): boolean {
    const { routes } = this;
    const { data, times, point } = routes;
    const { points, from } = data;
    const ahead = routes.next[behind] as number;
    const sitePoint = data.firstSite + site;
    const one = form === siteAfter ? stop : sitePoint;
    const two = form === siteAfter ? sitePoint : stop;
    const costIn = from[(point[behind] as number) * points + one] as number;
    const costMid = from[one * points + two] as number;
    const costOut = from[two * points + (point[ahead] as number)] as number;
    const detour = costIn + costMid + costOut - (routes.costOut[behind] as number);
    if (detour >= this.bestCost) return true;
    if (data.isTimed) {
      times.leave(vehicle, behind);
      times.go(costIn, one);
      times.go(costMid, two);
      if (!times.arrivesAt(ahead, costOut)) return false;
    }
    this.consider(stop, vehicle, behind, detour, form, site);
    return true;
  }

  private consider(stop: number, vehicle: number, behind: number, detour: number, form: Form, site: number): void {
    const { routes, days } = this;
    const { data } = routes;
    let cost = detour;
    if (data.hasChanges) cost += routes.changeCost(stop, vehicle);
    if (days.isOn) {
      const service =
        (data.service[stop] as number) + (form === plain ? 0 : (data.service[data.firstSite + site] as number));
      cost += days.costOfGrowth(vehicle, detour + service);
    }
    if (data.hasSoft && cost < this.bestCost) cost += routes.times.softGrowth(routes, vehicle, behind, stop);
    if (cost >= this.bestCost) return;
    this.bestCost = cost;
    this.bestVehicle = vehicle;
    this.bestBehind = behind;
    this.bestForm = form;
    this.bestSite = site;
  }

  private blinks(): boolean {
    if (this.bestVehicle < 0 || --this.placesUntilBlink >= 0) return false;
    this.placesUntilBlink = this.drawBlink();
    return true;
  }

  /** The number of places until the next one is skipped: geometrically distributed, which saves a random number per place. */
  private drawBlink(): number {
    return Math.floor(Math.log(1 - this.random.unit()) / Math.log(1 - blinkRate));
  }
}
