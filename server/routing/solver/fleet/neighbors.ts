import { listNearest } from '../nearest-lists.ts';
import type { FleetData } from './data.ts';

/** The nearest other stops of every stop, nearest first: `near[stop * width + rank]`. */
export interface Neighbors {
  readonly width: number;
  readonly near: Int32Array;
}

/** Finds the nearest stops by the cost there and back; ties in the order of their numbers. */
export function findNeighbors({ stops, points, from, into }: FleetData, wanted: number): Neighbors {
  const width = Math.max(0, Math.min(wanted, stops - 1));
  const all = Int32Array.from({ length: stops }, (_, stop) => stop);
  const costOf = (stop: number, other: number) =>
    (from[stop * points + other] as number) + (into[stop * points + other] as number);
  return { width, near: listNearest(stops, all, width, costOf) };
}
