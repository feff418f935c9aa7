import type { SquareCosts } from '../square-costs.ts';
import type { PinnedLinks } from './links.ts';

/** The number of starting orders, each the best one of a part of the round trip. */
const maxStarts = 4;
const partsOfTrip = 8;

/**
 * Returns starting orders of the free stops, the best first: a good round trip through all of them, in both directions, opened
 * where it fits the pinned stops, start and end best.
 */
export function findStarts(costs: SquareCosts, links: PinnedLinks, roundTrip: Int32Array): Int32Array[] {
  const starts = [roundTrip, roundTrip.toReversed()].flatMap((order) => {
    const lengths = openedLengths(costs, links, order);
    return Array.from({ length: partsOfTrip }, (_, part) => {
      const [from, until] = [part, part + 1].map((at) => Math.floor((at * order.length) / partsOfTrip));
      let best = from as number;
      for (let first = best; first < (until as number); first++) {
        if ((lengths[first] as number) < (lengths[best] as number)) best = first;
      }
      return { order, first: best, length: lengths[best] as number };
    });
  });
  starts.sort((a, b) => a.length - b.length);
  return starts
    .slice(0, maxStarts)
    .map(({ order, first }) => Int32Array.of(...order.subarray(first), ...order.subarray(0, first)));
}

/** The length of the route that begins with each stop of the round trip. */
function openedLengths(costs: SquareCosts, links: PinnedLinks, roundTrip: Int32Array): Float64Array {
  const { size } = costs;
  const count = roundTrip.length;
  const home = size - 1;
  const closedLength = costs.ofTour(roundTrip);
  return Float64Array.from(roundTrip, (first, opened) => {
    const at = (spot: number) => (spot < 1 || spot > count ? home : (roundTrip[(opened + spot - 1) % count] as number));
    let length =
      closedLength - costs.between(at(count), first) + costs.between(home, first) + costs.between(at(count), home);
    for (const gap of links.gaps) length += links.detour(gap, at(gap), at(gap + 1));
    return length;
  });
}
