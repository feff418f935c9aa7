import { type OrderOptions, orderStops } from './order-stops.ts';
import type { CostMatrix } from './problem.ts';
import { createRandom } from './random.ts';
import { SearchLimit } from './search-limit.ts';

/**
 * The order of one vehicle's stops when some must stand at a position of their own (`positions[index]`, counted from 0).
 * Two that want the same position follow each other there, in the order in which they were given; a position behind the
 * last is the last that is free. The rest is ordered by local search round them, and never worse than it was given.
 */
export function orderPinnedStops(
  matrix: CostMatrix,
  places: readonly number[],
  positions: readonly (number | undefined)[],
  start: number | null,
  end: number | null,
  options: OrderOptions,
): number[] {
  const limit = new SearchLimit(options);
  const slots = pinSlots(positions);
  const free = places.map((_, index) => index).filter((index) => positions[index] === undefined);
  const routeOf = (order: readonly number[]) => {
    let next = 0;
    return slots.map((pinned) => pinned ?? (order[next++] as number));
  };
  const lengthOf = (order: readonly number[]) => routeLength(matrix, places, routeOf(order), start, end);
  const freePlaces = free.map((index) => places[index] as number);
  const first = orderStops(matrix, freePlaces, start, end, { ...options, budgetMs: options.budgetMs / 4 });
  const unpinned = first.map((index) => free[index] as number);
  const best = [free, unpinned].map((order) => new PinnedSearch(order, lengthOf, limit).descend());
  const shorter = lengthOf(best[0] ?? []) <= lengthOf(best[1] ?? []) ? best[0] : best[1];
  return routeOf(new PinnedSearch(shorter ?? free, lengthOf, limit).run(options.seed));
}

/** Which stop is pinned where; undefined where any may stand. */
function pinSlots(positions: readonly (number | undefined)[]): (number | undefined)[] {
  const slots = new Array<number | undefined>(positions.length).fill(undefined);
  const pinned = positions.flatMap((position, index) => (position === undefined ? [] : [{ position, index }]));
  pinned.sort((a, b) => a.position - b.position || a.index - b.index);
  for (const { position, index } of pinned) {
    const wanted = slots.findIndex((slot, at) => at >= position && slot === undefined);
    slots[wanted >= 0 ? wanted : slots.lastIndexOf(undefined)] = index;
  }
  return slots;
}

/** Travel of a route, without service; `order` holds indices into `places`. */
export function routeLength(
  { size, costs }: CostMatrix,
  places: readonly number[],
  order: readonly number[],
  start: number | null,
  end: number | null,
): number {
  let sum = 0;
  let at = start;
  const drive = (to: number) => {
    if (at !== null) sum += costs[at * size + to] as number;
    at = to;
  };
  for (const index of order) drive(places[index] as number);
  if (end !== null && order.length > 0) drive(end);
  return sum;
}

/**
 * Iterated local search over an order whose price only the whole tells: a move may shift every stop behind it to the other
 * side of a pinned one. Moves are Or-opt (one stop elsewhere), an exchange of two, and turning a path round.
 */
class PinnedSearch {
  private order: readonly number[];
  private length: number;
  private readonly lengthOf: (order: readonly number[]) => number;
  private readonly limit: SearchLimit;

  constructor(order: readonly number[], lengthOf: (order: readonly number[]) => number, limit: SearchLimit) {
    this.order = order;
    this.lengthOf = lengthOf;
    this.length = lengthOf(order);
    this.limit = limit;
  }

  run(seed: number): readonly number[] {
    const random = createRandom(seed);
    const count = this.order.length;
    // A route that pins most of its stops has few orders: looking for long finds nothing more.
    for (let round = 0; round < 20 * count && count > 3 && this.limit.nextRound(); round++) {
      const { order, length } = this;
      const cuts = [0, 0, 0].map(() => random.below(count + 1)).sort((a, b) => a - b);
      const [a = 0, b = 0, c = 0] = cuts;
      this.take([...order.slice(0, a), ...order.slice(b, c), ...order.slice(a, b), ...order.slice(c)]);
      this.descend();
      if (this.length > length) this.take(order);
    }
    return this.order;
  }

  descend(): readonly number[] {
    while (this.improve());
    return this.order;
  }

  private improve(): boolean {
    const count = this.order.length;
    for (let i = 0; i < count; i++) {
      if (!this.limit.hasTime()) return false;
      for (let k = 0; k < count; k++) {
        if (i !== k && this.tryMove(i, k)) return true;
        if (i < k && (this.tryExchange(i, k) || this.tryTurn(i, k))) return true;
      }
    }
    return false;
  }

  private tryMove(from: number, to: number): boolean {
    const order = this.order.toSpliced(from, 1);
    order.splice(to, 0, this.order[from] as number);
    return this.takeIfShorter(order);
  }

  private tryExchange(i: number, k: number): boolean {
    return this.takeIfShorter(this.order.with(i, this.order[k] as number).with(k, this.order[i] as number));
  }

  private tryTurn(first: number, last: number): boolean {
    const turned = this.order.slice(first, last + 1).reverse();
    return this.takeIfShorter(this.order.toSpliced(first, turned.length, ...turned));
  }

  private takeIfShorter(order: readonly number[]): boolean {
    if (this.lengthOf(order) >= this.length) return false;
    this.take(order);
    return true;
  }

  private take(order: readonly number[]): void {
    this.order = order;
    this.length = this.lengthOf(order);
  }
}
