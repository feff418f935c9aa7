import type { Random } from '../random.ts';
import type { Neighbors } from './data.ts';
import type { DayBalance } from './day-balance.ts';
import { InsertionOrders } from './recreate-orders.ts';
import type { FleetRoutes } from './routes.ts';

/** The share of places skipped at random, so that the greedy choice varies (the paper's blink rate). */
const blinkRate = 0.01;
/** Places are tried beside this many nearest neighbors; more take longer and find the same. */
const neighborsTried = 20;
/** With this few stops in all routes with room, trying every place is as fast. */
const fewStops = 150;

/**
 * Greedy insertion with blinks (Christiaens and Vanden Berghe 2020): each absent stop, in a random order, goes where it costs
 * least.
 *
 * The paper tries every place in every route with room. Here, if there are many, only the places beside near neighbors and at the
 * ends of routes are tried: the long legs from and to a depot pass by isolated stops. All places are tried only if those have no
 * room.
 */
export class GreedyRecreate {
  private readonly routes: FleetRoutes;
  private readonly days: DayBalance;
  private readonly neighbors: Neighbors;
  private readonly random: Random;
  private readonly orders: InsertionOrders;
  /** The used vehicles that may have room: `open[0 .. openCount)`. */
  private readonly open: Int32Array;
  private openCount = 0;
  private openStops = 0;
  private placesUntilBlink: number;
  private bestCost = 0;
  private bestVehicle = -1;
  private bestBehind = -1;

  constructor(routes: FleetRoutes, days: DayBalance, neighbors: Neighbors, random: Random) {
    this.routes = routes;
    this.days = days;
    this.neighbors = neighbors;
    this.random = random;
    this.orders = new InsertionOrders(routes.data, random);
    this.open = new Int32Array(routes.data.vehicles);
    this.placesUntilBlink = this.drawBlink();
  }

  /** Inserts every absent stop. */
  recreate(): void {
    const { routes } = this;
    this.orders.sort(routes);
    this.listOpen();
    for (let index = 0; index < routes.absentCount; index++) {
      const stop = routes.absent[index] as number;
      this.findPlace(stop);
      if (routes.count[this.bestVehicle] === 0) this.open[this.openCount++] = this.bestVehicle;
      routes.insert(stop, this.bestVehicle, this.bestBehind);
    }
    routes.absentCount = 0;
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
    if (this.bestVehicle < 0) this.overload(stop);
  }

  private tryNeighbors(stop: number): void {
    const { days, routes } = this;
    const { near, width } = this.neighbors;
    const { points, from, into, pin, load } = routes.data;
    const { vehicleOf, room, next, previous, costIn, costOut } = routes;
    const isBalanced = days.isOn;
    const pinned = pin[stop] as number;
    const weight = load[stop] as number;
    const row = stop * points;
    const begin = stop * width;
    const end = begin + Math.min(width, neighborsTried);
    let untilBlink = this.placesUntilBlink;
    for (let at = begin; at < end; at++) {
      const other = near[at] as number;
      const vehicle = vehicleOf[other] as number;
      if (vehicle < 0 || weight > (room[vehicle] as number) || (pinned >= 0 && vehicle !== pinned)) continue;
      if (--untilBlink < 0) {
        untilBlink = this.drawBlink();
        continue;
      }
      const ahead = next[other] as number;
      const behind = previous[other] as number;
      const after = (into[row + other] as number) + (from[row + ahead] as number) - (costOut[other] as number);
      const before = (into[row + behind] as number) + (from[row + other] as number) - (costIn[other] as number);
      const travel = Math.min(after, before);
      const cost = isBalanced ? this.withBalance(travel, vehicle, stop) : travel;
      if (cost < this.bestCost) this.choose(cost, vehicle, after < before ? other : behind);
    }
    this.placesUntilBlink = untilBlink;
  }

  private tryEnds(stop: number): void {
    const { routes } = this;
    const { points, from, into, pin, load, startPoint, endPoint } = routes.data;
    const { room, first, last, costIn, costOut } = routes;
    const isBalanced = this.days.isOn;
    const pinned = pin[stop] as number;
    const weight = load[stop] as number;
    const row = stop * points;
    for (let index = 0; index < this.openCount; index++) {
      const vehicle = this.open[index] as number;
      if (weight > (room[vehicle] as number) || (pinned >= 0 && vehicle !== pinned)) continue;
      const start = startPoint[vehicle] as number;
      const end = endPoint[vehicle] as number;
      const head = first[vehicle] as number;
      const tail = last[vehicle] as number;
      const atHead = (into[row + start] as number) + (from[row + head] as number) - (costIn[head] as number);
      const atTail = (into[row + tail] as number) + (from[row + end] as number) - (costOut[tail] as number);
      const travel = Math.min(atHead, atTail);
      const cost = isBalanced ? this.withBalance(travel, vehicle, stop) : travel;
      if (cost < this.bestCost) this.choose(cost, vehicle, atHead < atTail ? start : tail);
    }
  }

  private tryOpenRoutes(stop: number): void {
    const { pin, load } = this.routes.data;
    const pinned = pin[stop] as number;
    for (let index = 0; index < this.openCount; index++) {
      const vehicle = this.open[index] as number;
      if (pinned >= 0 && vehicle !== pinned) continue;
      if ((load[stop] as number) <= (this.routes.room[vehicle] as number)) this.tryRoute(stop, vehicle);
    }
  }

  /** Tries every place in one route. */
  private tryRoute(stop: number, vehicle: number): void {
    const { routes } = this;
    const { stops, points, from, into, startPoint } = routes.data;
    const row = stop * points;
    let behind = startPoint[vehicle] as number;
    let ahead = routes.first[vehicle] as number;
    while (true) {
      let saved = 0;
      if (ahead < stops) saved = routes.costIn[ahead] as number;
      else if (behind < stops) saved = routes.costOut[behind] as number;
      const travel = (into[row + behind] as number) + (from[row + ahead] as number) - saved;
      const cost = this.days.isOn ? this.withBalance(travel, vehicle, stop) : travel;
      if (cost < this.bestCost && (this.bestVehicle < 0 || !this.blinks())) this.choose(cost, vehicle, behind);
      if (ahead >= stops) return;
      behind = ahead;
      ahead = routes.next[ahead] as number;
    }
  }

  private tryUnused(stop: number): void {
    const { routes } = this;
    const { pin, kinds } = routes.data;
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
    if ((this.routes.data.load[stop] as number) <= (this.routes.room[vehicle] as number)) this.tryRoute(stop, vehicle);
  }

  /** Without room anywhere, the stop goes to the vehicle that it overloads least, at the best place there. */
  private overload(stop: number): void {
    const { data, room } = this.routes;
    const pinned = data.pin[stop] as number;
    let least = Number.POSITIVE_INFINITY;
    for (let vehicle = 0; vehicle < data.vehicles; vehicle++) {
      const excess = (data.load[stop] as number) - (room[vehicle] as number);
      if (excess > least || (pinned >= 0 && vehicle !== pinned)) continue;
      if (excess < least) this.bestCost = Number.POSITIVE_INFINITY;
      least = excess;
      this.tryRoute(stop, vehicle);
    }
  }

  private choose(cost: number, vehicle: number, behind: number): void {
    this.bestCost = cost;
    this.bestVehicle = vehicle;
    this.bestBehind = behind;
  }

  private withBalance(travel: number, vehicle: number, stop: number): number {
    return travel + this.days.costOfGrowth(vehicle, travel + (this.routes.data.service[stop] as number));
  }

  private blinks(): boolean {
    if (--this.placesUntilBlink >= 0) return false;
    this.placesUntilBlink = this.drawBlink();
    return true;
  }

  /** The number of places until the next one is skipped: geometrically distributed, which saves a random number per place. */
  private drawBlink(): number {
    return Math.floor(Math.log(1 - this.random.unit()) / Math.log(1 - blinkRate));
  }
}
