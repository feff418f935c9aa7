import type { FleetRoutes } from './routes.ts';

/**
 * The balance that shares a day's work out evenly among so many drivers. The longest day then weighs three times as much as
 * all travel if the days are equal: one part in a hundred off it may cost up to three in a hundred more miles. With less it
 * pays to leave a driver at home, whose way out and back is saved, and to let the others drive longer.
 */
export function evenDays(vehicles: number): number {
  return evenDaysPerVehicle * vehicles;
}

const evenDaysPerVehicle = 3;

/** The power of the mean, as the number of squarings: 2^4 = 16. */
const squarings = 4;

/**
 * The longest day as the search feels it. The true one is flat: shortening any other day changes nothing, so a search that
 * must hand work on from driver to driver finds no slope to follow. In its place stands the power mean of all days,
 * (sum of day^16 / vehicles)^(1/16): near the longest, and falling with every long day that becomes shorter.
 */
export class DayBalance {
  private readonly routes: FleetRoutes;
  private readonly balance: number;
  /** The power mean of the routes that the search stands at. */
  private level = 1;
  private slope = 0;

  constructor(routes: FleetRoutes) {
    this.routes = routes;
    this.balance = routes.data.balance;
    this.setLevel(this.powerMean());
  }

  get isOn(): boolean {
    return this.balance > 0;
  }

  /** What the days cost, as the search feels it. */
  smoothCost(): number {
    return this.isOn ? this.balance * this.powerMean() : 0;
  }

  /** What the longest day costs. */
  trueCost(): number {
    return this.isOn ? this.balance * this.longestDay() : 0;
  }

  /** What a vehicle's day costs more when it grows; near enough, as long as the level is that of the present routes. */
  costOfGrowth(vehicle: number, growth: number): number {
    const day = (this.routes.duration[vehicle] as number) / this.level;
    return this.slope * (power(day + growth / this.level) - power(day));
  }

  /** To be called when the search has moved to new routes, with their smooth cost. */
  follow(smoothCost: number): void {
    if (this.isOn) this.setLevel(smoothCost / this.balance);
  }

  private setLevel(mean: number): void {
    this.level = Math.max(mean, 1);
    this.slope = (this.balance * this.level) / (this.routes.data.vehicles * 2 ** squarings);
  }

  private powerMean(): number {
    const { duration } = this.routes;
    const longest = this.longestDay();
    if (longest === 0) return 0;
    let sum = 0;
    for (let vehicle = 0; vehicle < duration.length; vehicle++) sum += power((duration[vehicle] as number) / longest);
    return longest * (sum / duration.length) ** (1 / 2 ** squarings);
  }

  private longestDay(): number {
    const { duration } = this.routes;
    let longest = 0;
    for (let vehicle = 0; vehicle < duration.length; vehicle++) {
      const day = duration[vehicle] as number;
      if (day > longest) longest = day;
    }
    return longest;
  }
}

function power(base: number): number {
  let result = base;
  for (let left = squarings; left > 0; left--) result *= result;
  return result;
}
