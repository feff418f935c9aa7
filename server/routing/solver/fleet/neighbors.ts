import type { FleetData } from './data.ts';

/** The nearest other stops of every stop, nearest first: `near[stop * width + rank]`. */
export interface Neighbors {
  readonly width: number;
  readonly near: Int32Array;
}

/** Finds the nearest stops by the cost there and back; ties in the order of their numbers. */
export function findNeighbors(data: FleetData, wanted: number): Neighbors {
  const { stops, points, from, into } = data;
  const width = Math.max(0, Math.min(wanted, stops - 1));
  const near = new Int32Array(stops * width);
  const costs = new Float64Array(width);
  for (let stop = 0; stop < stops && width > 0; stop++) {
    const row = stop * points;
    const base = stop * width;
    let found = 0;
    for (let other = 0; other < stops; other++) {
      if (other === stop) continue;
      const cost = (from[row + other] as number) + (into[row + other] as number);
      if (found === width && cost >= (costs[width - 1] as number)) continue;
      let rank = found < width ? found++ : width - 1;
      for (; rank > 0 && (costs[rank - 1] as number) > cost; rank--) {
        costs[rank] = costs[rank - 1] as number;
        near[base + rank] = near[base + rank - 1] as number;
      }
      costs[rank] = cost;
      near[base + rank] = other;
    }
  }
  return { width, near };
}
