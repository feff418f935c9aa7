import type { FleetRoutes } from './fleet-routes.ts';

/** Answers are kept in 32 bits; a higher cost, which no real map has, counts as this one. */
const mostCost = 2 ** 31 - 1;
/** So many answers are kept at most, in 16 bytes each; with more to remember, new ones take the place of old ones. */
const mostAnswers = 2 ** 20;

/**
 * The cheapest place of a stop in a route, remembered as long as the route stays as it is. A round of the search changes a
 * few routes and most rounds are taken back, so most questions have been answered before. The route's print tells whether
 * the answer still holds.
 */
export class RoutePlaces {
  private readonly routes: FleetRoutes;
  /** For each stop and vehicle four numbers side by side: the number of both, the route's print, the place and its cost. */
  private readonly answers: Int32Array;
  private readonly mask: number;
  /** What the place last found stands behind: a stop, or the vehicle's start point. */
  behind = -1;

  constructor(routes: FleetRoutes) {
    const { stops, vehicles } = routes.data;
    this.routes = routes;
    const kept = Math.min(mostAnswers, 2 ** Math.ceil(Math.log2(stops * vehicles)));
    this.answers = new Int32Array(4 * kept).fill(-1);
    this.mask = kept - 1;
  }

  /** What the stop costs at its cheapest place in the vehicle's route, which is then `behind`. */
  find(stop: number, vehicle: number): number {
    const { answers } = this;
    const { print, vehicleOf, data } = this.routes;
    const question = stop * data.vehicles + vehicle;
    const at = 4 * (question & this.mask);
    if (answers[at] === question && answers[at + 1] === print[vehicle]) {
      const behind = answers[at + 2] as number;
      // Two routes may have one print, once in a blue moon: the place found must at least be in this one.
      if (behind >= data.stops || vehicleOf[behind] === vehicle) {
        this.behind = behind;
        return answers[at + 3] as number;
      }
    }
    const cost = Math.min(this.search(stop, vehicle, -1), mostCost);
    answers[at] = question;
    answers[at + 1] = print[vehicle] as number;
    answers[at + 2] = this.behind;
    answers[at + 3] = cost;
    return cost;
  }

  /** The same without the place behind `overlooked`; nothing is remembered. Infinite when there is no other. */
  search(stop: number, vehicle: number, overlooked: number): number {
    const { next, first, costIn, costOut, data } = this.routes;
    const { stops, points, from, into } = data;
    const row = stop * points;
    const start = data.startPoint[vehicle] as number;
    let behind = start;
    let ahead = first[vehicle] as number;
    let toStop = into[row + start] as number;
    let best = Number.POSITIVE_INFINITY;
    let bestBehind = -1;
    while (ahead < stops) {
      const here = row + ahead;
      const cost = toStop + (from[here] as number) - (costIn[ahead] as number);
      toStop = into[here] as number;
      if (cost < best && behind !== overlooked) {
        best = cost;
        bestBehind = behind;
      }
      behind = ahead;
      ahead = next[ahead] as number;
    }
    const cost = toStop + (from[row + ahead] as number) - (behind < stops ? (costOut[behind] as number) : 0);
    if (cost < best && behind !== overlooked) {
      best = cost;
      bestBehind = behind;
    }
    this.behind = bestBehind;
    return best;
  }
}
