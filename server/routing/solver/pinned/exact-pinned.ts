import type { PinnedLinks } from './links.ts';

/** Up to this many free stops the best order is computed exactly: 2^11 · 11² steps, a few milliseconds. */
export const mostExactFree = 11;

/**
 * Returns the best order of the free stops by dynamic programming (Held and Karp 1962): for every set of stops and every last
 * stop in it, the cheapest path through the set. The size of the set determines the gap, and its pinned stops, that follow.
 */
export function findExactOrder(links: PinnedLinks, free: Int32Array, home: number): Int32Array {
  const count = free.length;
  const sets = 1 << count;
  const least = new Float64Array(sets * count).fill(Number.POSITIVE_INFINITY);
  const before = new Int8Array(sets * count).fill(-1);
  const city = (index: number) => free[index] as number;
  for (let first = 0; first < count; first++) least[(1 << first) * count + first] = links.across(0, home, city(first));
  for (let set = 1; set < sets; set++) {
    const gap = countBits(set);
    for (let last = 0; last < count; last++) {
      const path = least[set * count + last] as number;
      if (path === Number.POSITIVE_INFINITY) continue;
      for (let next = 0; next < count; next++) {
        if (set & (1 << next)) continue;
        const slot = (set | (1 << next)) * count + next;
        const cost = path + links.across(gap, city(last), city(next));
        if (cost >= (least[slot] as number)) continue;
        least[slot] = cost;
        before[slot] = last;
      }
    }
  }
  const whole = (last: number) => (least[(sets - 1) * count + last] as number) + links.across(count, city(last), home);
  let last = 0;
  for (let index = 1; index < count; index++) if (whole(index) < whole(last)) last = index;
  return traceBack(before, free, last);
}

function traceBack(before: Int8Array, free: Int32Array, last: number): Int32Array {
  const count = free.length;
  const order = new Int32Array(count);
  let set = (1 << count) - 1;
  let at = last;
  for (let position = count - 1; position >= 0; position--) {
    order[position] = free[at] as number;
    const previous = before[set * count + at] as number;
    set &= ~(1 << at);
    at = previous;
  }
  return order;
}

function countBits(set: number): number {
  let count = 0;
  for (let left = set; left > 0; left &= left - 1) count++;
  return count;
}
