import { listNearest } from '../nearest-lists.ts';
import type { EngineData } from './data.ts';

/** The nearest other stops of every stop, nearest first: `near[stop * width + rank]`. */
export interface Neighbors {
  readonly width: number;
  readonly near: Int32Array;
}

/** Finds the nearest stops by the cost there and back. Ties are in the order of stop numbers. */
export function findNeighbors({ stops, points, from, into }: EngineData, wanted: number): Neighbors {
  const width = Math.max(0, Math.min(wanted, stops - 1));
  const all = Int32Array.from({ length: stops }, (_, stop) => stop);
  const costOf = (stop: number, other: number) =>
    (from[stop * points + other] as number) + (into[stop * points + other] as number);
  return { width, near: listNearest(stops, all, width, costOf) };
}

/** Returns the first `wanted` stops of each list. */
export function narrowed({ width, near }: Neighbors, wanted: number): Neighbors {
  const narrow = Math.min(width, wanted);
  return { width: narrow, near: near.filter((_, slot) => slot % width < narrow) };
}

/** Returns the same lists with the stops renumbered by `numberOf`. */
export function renumbered({ width, near }: Neighbors, numberOf: Int32Array): Neighbors {
  const lists = new Int32Array(near.length);
  for (let slot = 0; slot < near.length; slot++) {
    const number = numberOf[Math.floor(slot / width)] as number;
    lists[number * width + (slot % width)] = numberOf[near[slot] as number] as number;
  }
  return { width, near: lists };
}
