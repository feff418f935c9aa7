import type { DayBalance } from '../../day-balance.ts';
import type { Routes } from '../routes/routes.ts';

/** Which sites are visited with a new stop: none, one right after it, one right before it, or one on each side. */
export type Form = 0 | 1 | 2 | 3;
export const plain = 0;
export const siteAfter = 1;
export const siteBefore = 2;
export const sitesAround = 3;

/** The cheapest place found for a stop. */
export class BestPlace {
  cost = Number.POSITIVE_INFINITY;
  /** -1 while no place is found. */
  vehicle = -1;
  behind = -1;
  form: Form = plain;
  site = -1;
  /** The site visited before the stop, when one is visited on each side. */
  firstSite = -1;
  private readonly routes: Routes;
  private readonly days: DayBalance;

  constructor(routes: Routes, days: DayBalance) {
    this.routes = routes;
    this.days = days;
  }

  forget(): void {
    this.cost = Number.POSITIVE_INFINITY;
    this.vehicle = -1;
  }

  /** Adds the costs of a place other than travel. If the place is the cheapest so far, keeps it and returns true. */
  consider(stop: number, vehicle: number, behind: number, detour: number, form: Form, site: number): boolean {
    const { routes, days } = this;
    const { data } = routes;
    let cost = detour;
    if (data.hasChanges) cost += routes.changeCost(stop, vehicle);
    if (days.isOn) {
      const service =
        (data.service[stop] as number) + (form === plain ? 0 : (data.service[data.firstSite + site] as number));
      cost += days.costOfGrowth(vehicle, detour + service);
    }
    if (data.hasSoft && cost < this.cost) cost += routes.soft.growth(routes, vehicle, behind, stop);
    if (cost >= this.cost) return false;
    this.cost = cost;
    this.vehicle = vehicle;
    this.behind = behind;
    this.form = form;
    this.site = site;
    return true;
  }

  /** Inserts the stop at the place found, with its visits to sites. */
  insert(stop: number): void {
    const { routes, vehicle, behind, form } = this;
    let first = stop;
    let last = stop;
    if (form === siteBefore) first = routes.insertVisit(this.site, vehicle, behind);
    if (form === sitesAround) first = routes.insertVisit(this.firstSite, vehicle, behind);
    routes.insert(stop, vehicle, first === stop ? behind : first);
    if (form === siteAfter || form === sitesAround) last = routes.insertVisit(this.site, vehicle, stop);
    routes.refreshInserted(vehicle, first, last);
  }
}
