import type { SquareCosts } from '../square-costs.ts';
import type { PinnedLinks } from './links.ts';

/** A search begins with as many starts at most, each the best of a part of the round. */
const mostStarts = 4;
const partsOfRound = 8;

/**
 * Orders of the free stops to begin with, the best first: a good round through all of them, driven either way round and
 * opened where the pinned stops' positions and the ends suit it best.
 */
export function findStarts(costs: SquareCosts, links: PinnedLinks, round: Int32Array): Int32Array[] {
  const starts = [round, round.toReversed()].flatMap((order) => {
    const lengths = openedLengths(costs, links, order);
    return Array.from({ length: partsOfRound }, (_, part) => {
      const [from, until] = [part, part + 1].map((at) => Math.floor((at * order.length) / partsOfRound));
      let best = from as number;
      for (let first = best; first < (until as number); first++) {
        if ((lengths[first] as number) < (lengths[best] as number)) best = first;
      }
      return { order, first: best, length: lengths[best] as number };
    });
  });
  starts.sort((a, b) => a.length - b.length);
  return starts
    .slice(0, mostStarts)
    .map(({ order, first }) => Int32Array.of(...order.subarray(first), ...order.subarray(0, first)));
}

/** How long the route is that begins with each stop of the round. */
function openedLengths(costs: SquareCosts, links: PinnedLinks, round: Int32Array): Float64Array {
  const { size } = costs;
  const count = round.length;
  const home = size - 1;
  const whole = costs.ofTour(round);
  return Float64Array.from(round, (first, opened) => {
    const at = (spot: number) => (spot < 1 || spot > count ? home : (round[(opened + spot - 1) % count] as number));
    let length = whole - costs.between(at(count), first) + costs.between(home, first) + costs.between(at(count), home);
    for (const gap of links.gaps) length += links.detour(gap, at(gap), at(gap + 1));
    return length;
  });
}
