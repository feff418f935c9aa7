/**
 * Returns the `balance` that spreads a day's work evenly over this many drivers. With equal days the longest day then
 * weighs three times as much as all travel: shortening it by 1% may cost up to 3% more travel. With a smaller weight
 * the solver would leave a driver idle to save the trip out and back.
 */
export function evenDays(vehicles: number): number {
  return evenDaysPerVehicle * vehicles;
}

const evenDaysPerVehicle = 3;

/** The exponent of the power mean as a number of squarings: 2^4 = 16. */
const squarings = 4;

/** The routes whose days are balanced; `duration` is by vehicle. */
interface Days {
  readonly data: { readonly balance: number; readonly vehicles: number };
  readonly duration: Float64Array;
}

/**
 * A smooth stand-in for the longest day. The true maximum does not change when any other day gets shorter, so a search
 * that moves work from driver to driver would get no feedback. The power mean of all days, (sum of day^16 /
 * vehicles)^(1/16), is close to the maximum and falls whenever a long day gets shorter.
 */
export class DayBalance {
  private readonly routes: Days;
  private readonly balance: number;
  /** The power mean of the current routes. */
  private level = 1;
  private slope = 0;

  constructor(routes: Days) {
    this.routes = routes;
    this.balance = routes.data.balance;
    this.setLevel(this.powerMean());
  }

  get isOn(): boolean {
    return this.balance > 0;
  }

  /** Returns the smooth cost of the days, which the search minimizes. */
  smoothCost(): number {
    return this.isOn ? this.balance * this.powerMean() : 0;
  }

  /** Returns the cost of the longest day. */
  trueCost(): number {
    return this.isOn ? this.balance * this.longestDay() : 0;
  }

  /** Returns the approximate extra cost when a vehicle's day grows. The level must be that of the current routes. */
  costOfGrowth(vehicle: number, growth: number): number {
    const day = (this.routes.duration[vehicle] as number) / this.level;
    return this.slope * (power(day + growth / this.level) - power(day));
  }

  /** Updates the level after the search has accepted new routes with this smooth cost. */
  update(smoothCost: number): void {
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
