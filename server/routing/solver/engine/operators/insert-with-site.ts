import type { Routes } from '../routes/routes.ts';
import { type BestPlace, type Form, siteAfter, siteBefore, sitesAround } from './best-place.ts';
import type { SiteFinder } from './site-visits.ts';

/** Insertion of a stop together with a visit to a disposal site. */
export class SiteInsertion {
  private readonly routes: Routes;
  private readonly finder: SiteFinder;
  private readonly best: BestPlace;

  constructor(routes: Routes, finder: SiteFinder, best: BestPlace) {
    this.routes = routes;
    this.finder = finder;
    this.best = best;
  }

  /** Tries a place in a trip that has no room for the stop: with a visit right after the stop, or right before it. */
  try(stop: number, vehicle: number, behind: number): void {
    const { routes, finder } = this;
    const ahead = routes.next[behind] as number;
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

  /** Tries visits both before and after the first stop of a vehicle whose load at the start leaves no room for it. */
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
        if (detour >= this.best.cost) continue;
        times.leave(vehicle, behind);
        times.go(toFirst, firstSite + first);
        times.go(costIn, stop);
        times.go(costOut, firstSite + last);
        if (data.isTimed && !times.arrivesAt(ahead, fromLast)) continue;
        if (this.best.consider(stop, vehicle, behind, detour, sitesAround, last)) this.best.firstSite = first;
      }
    }
  }

  private tryOtherSites(stop: number, vehicle: number, behind: number, form: Form, except: number): void {
    if (!this.routes.data.hasSiteHours) return;
    for (let site = 0; site < this.routes.data.sites; site++) {
      if (site !== except) this.trySite(stop, vehicle, behind, form, site);
    }
  }

  /** Tries a place with a visit to this site. Returns false if the site can't be visited in time. */
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
    if (detour >= this.best.cost) return true;
    if (data.isTimed) {
      times.leave(vehicle, behind);
      times.go(costIn, one);
      times.go(costMid, two);
      if (!times.arrivesAt(ahead, costOut)) return false;
    }
    this.best.consider(stop, vehicle, behind, detour, form, site);
    return true;
  }
}
