import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RoutingProblem } from '../server/routing/solver/problem.ts';
import { cpuTimeMs } from '../server/routing/solver/search-limit.ts';
import { solve } from '../server/routing/solver/solve.ts';
import { rounded } from './statistics.ts';
import { type Instance, parseInstance, UnreadableInstance } from './tsplib.ts';

export interface RouteBench {
  file: string;
  seconds: number;
  seed: number;
  /** How many rounds are searched at most: the seed alone decides then, not how far the clock lets it come. */
  maxRounds?: number | undefined;
  /** Where the tour is written; nowhere when left out. */
  tour?: string | undefined;
}

/**
 * Solves a public instance within so many seconds of processor time and prints one JSON line with the gap to the known
 * optimum. The file and its matrix are read before the clock starts; everything else counts.
 */
export async function benchRoute({ file, seconds, seed, maxRounds, tour }: RouteBench): Promise<void> {
  const instance = await readInstance(file);
  const problem = toProblem(instance);
  const startedMs = cpuTimeMs();
  const { routes } = solve(problem, { budgetMs: seconds * 1000, seed, ...(maxRounds && { maxRounds }) });
  const cpuMs = rounded(cpuTimeMs() - startedMs, 0);
  const driven = routes.map((route) => route.map((stop) => problem.stops[stop]?.place ?? 0));
  requireCapacity(instance, driven);
  const cost = driven.reduce((sum, route) => sum + closedLength(instance, route), 0);
  const optimum = await findOptimum(file, instance);
  const gap = optimum ? rounded(cost / optimum - 1, 5) : null;
  console.log(JSON.stringify({ instance: instance.name, n: instance.matrix.size, cost, optimum, gap, cpuMs }));
  if (tour)
    await writeTour(tour, instance.type === 'CVRP' ? toSolution(driven, cost) : toTour(instance, driven[0] ?? []));
}

async function writeTour(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new UnreadableInstance(`${file}: cannot be written (${error.code})`);
    throw error;
  }
}

/** A plan that overloads a vehicle is none. */
function requireCapacity({ type, demands, capacity }: Instance, driven: readonly (readonly number[])[]): void {
  const loads = driven.map((route) => route.reduce((sum, place) => sum + (demands[place] ?? 0), 0));
  if (type === 'CVRP' && loads.some((load) => load > capacity)) {
    throw new UnreadableInstance('no plan was found in which no vehicle is overloaded: give it more --seconds');
  }
}

async function readInstance(file: string): Promise<Instance> {
  try {
    return parseInstance(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof UnreadableInstance) throw new UnreadableInstance(`${file}: ${error.message}`);
    if (error instanceof Error && 'code' in error)
      throw new UnreadableInstance(`${file}: cannot be read (${error.code})`);
    throw error;
  }
}

/** Every route starts and ends at the depot; a tour's depot is its first node. */
function toProblem({ type, matrix, capacity, vehicles, demands, depot }: Instance): RoutingProblem {
  const places = Array.from({ length: matrix.size }, (_, place) => place).filter((place) => place !== depot);
  const stops = places.map((place) => ({ place, service: 0, load: demands[place] ?? 0 }));
  const vehicle = { start: depot, end: depot };
  if (type !== 'CVRP') return { matrix, vehicles: [vehicle], stops, balance: 0 };
  if (demands.some((demand) => demand > capacity)) throw new UnreadableInstance('a demand is larger than the CAPACITY');
  // Most files set no number of vehicles. The best solutions use the fewest that hold everything, or a few more.
  const enough = countBins(demands, capacity);
  const count = vehicles ?? Math.min(stops.length, enough + 3 + Math.ceil(enough * 0.1));
  return { matrix, vehicles: Array.from({ length: count }, () => ({ ...vehicle, capacity })), stops, balance: 0 };
}

/** How many vehicles first-fit decreasing (Johnson 1973) fills: so many are enough to hold everything. */
function countBins(demands: readonly number[], capacity: number): number {
  const rooms: number[] = [];
  for (const demand of demands.toSorted((a, b) => b - a).filter((one) => one > 0)) {
    const bin = rooms.findIndex((room) => room >= demand);
    if (bin < 0) rooms.push(capacity - demand);
    else rooms[bin] = (rooms[bin] as number) - demand;
  }
  return rooms.length;
}

/** Counted from the file's own costs, not taken from the solver's word. */
function closedLength({ matrix: { size, costs }, depot }: Instance, places: readonly number[]): number {
  const way = [depot, ...places, depot];
  return way.slice(1).reduce((sum, place, at) => sum + (costs[(way[at] ?? 0) * size + place] ?? 0), 0);
}

/** From an `optima.csv` in the same folder, else from the file's comment; null when neither says. */
async function findOptimum(file: string, { name, comment }: Instance): Promise<number | null> {
  const list = join(dirname(file), 'optima.csv');
  if (existsSync(list)) {
    const [head = '', ...rows] = (await readFile(list, 'utf8')).trim().split(/\r?\n/);
    const column = head.split(',').findIndex((title) => title.startsWith('optimum'));
    const row = rows.map((line) => line.split(',')).find((cells) => cells[0] === name);
    if (row && column >= 0 && Number(row[column]) > 0) return Number(row[column]);
  }
  const [, value] = /(?:optimal|best)\s+(?:known\s+)?(?:value|solution|cost)?\s*:?\s*(\d+)/i.exec(comment) ?? [];
  return value ? Number(value) : null;
}

/** TSPLIB's tour file; nodes are counted from 1. */
function toTour({ name, matrix }: Instance, places: readonly number[]): string {
  const nodes = [0, ...places].map((place) => place + 1);
  const head = [`NAME : ${name}`, 'TYPE : TOUR', `DIMENSION : ${matrix.size}`, 'TOUR_SECTION'];
  return `${[...head, ...nodes, -1, 'EOF'].join('\n')}\n`;
}

/** CVRPLIB's solution file: the depot is not counted, so that the second node of the file is customer 1. */
function toSolution(routes: readonly (readonly number[])[], cost: number): string {
  const lines = routes.filter((route) => route.length > 0).map((route, at) => `Route #${at + 1}: ${route.join(' ')}`);
  return `${[...lines, `Cost ${cost}`].join('\n')}\n`;
}
