import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DayProblem } from '../server/routing/solver/day-problem.ts';
import { orderRoute } from '../server/routing/solver/order-route.ts';
import { planDay } from '../server/routing/solver/plan-day.ts';
import type { SolveOptions } from '../server/routing/solver/problem.ts';
import { cpuTimeMs } from '../server/routing/solver/search-limit.ts';
import { type DayInstance, readDayInstance, runDayInstance } from './instances/day-instances.ts';
import { type Instance, parseInstance, UnreadableInstance } from './instances/tsplib.ts';
import { rounded } from './statistics.ts';

export interface RouteBench {
  file: string;
  seconds: number;
  seed: number;
  /** The maximum number of rounds, for a result that depends only on the seed and not on the clock. */
  maxRounds?: number | undefined;
  /** The file to write the tour to, if any. */
  tour?: string | undefined;
}

/**
 * Solves a public instance within `seconds` of CPU time, without the time to read the file, and prints one JSON line
 * with the gap to the best known value. Throws UnreadableInstance.
 */
export async function benchRoute(bench: RouteBench): Promise<void> {
  const { file, seconds, seed, maxRounds, tour } = bench;
  const text = await readText(file);
  const day = readFrom(file, () => readDayInstance(file, text));
  if (day) return await benchDay(day, bench);
  const instance = readFrom(file, () => parseInstance(text));
  const find = instance.type === 'CVRP' ? routesOf(instance) : tourOf(instance);
  const startedMs = cpuTimeMs();
  const visited = find({ budgetMs: seconds * 1000, seed, ...(maxRounds && { maxRounds }) });
  const cpuMs = rounded(cpuTimeMs() - startedMs, 0);
  requirePlan(instance, visited);
  const cost = visited.reduce((sum, route) => sum + closedLength(instance, route), 0);
  const optimum = (await findOptimum(file, instance.name)) ?? optimumIn(instance.comment);
  const gap = optimum ? rounded(cost / optimum - 1, 5) : null;
  console.log(JSON.stringify({ instance: instance.name, n: instance.matrix.size, cost, optimum, gap, cpuMs }));
  if (tour)
    await writeTour(tour, instance.type === 'CVRP' ? toSolution(visited, cost) : toTour(instance, visited[0] ?? []));
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

/** Throws if a place is missed or visited twice, or a vehicle is overloaded. */
function requirePlan({ type, matrix, demands, capacity }: Instance, routes: readonly (readonly number[])[]): void {
  const visited = routes.flat();
  const missed = matrix.size - 1 - new Set(visited).size;
  if (missed > 0 || visited.length !== matrix.size - 1) {
    throw new UnreadableInstance(`found no plan with every stop (left out: ${missed}): try more --seconds`);
  }
  const loads = routes.map((route) => route.reduce((sum, place) => sum + (demands[place] ?? 0), 0));
  if (type === 'CVRP' && loads.some((load) => load > capacity)) throw new Error('a vehicle is overloaded');
}

/** Solves a day with time windows or landfills. The figures come from the file, and the gap from the list beside it. */
async function benchDay(day: DayInstance, { file, seconds, seed, maxRounds, tour }: RouteBench): Promise<void> {
  const { plan, cost, figures, cpuMs } = runDayInstance(day, {
    budgetMs: seconds * 1000,
    seed,
    ...(maxRounds && { maxRounds }),
  });
  const optimum = await findOptimum(file, day.name);
  const gap = optimum ? rounded(cost / optimum - 1, 5) : null;
  const n = day.problem.stops.length;
  console.log(JSON.stringify({ instance: day.name, n, cost, optimum, gap, ...figures, cpuMs }));
  if (tour) await writeTour(tour, day.write(plan));
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new UnreadableInstance(`${file}: cannot be read (${error.code})`);
    throw error;
  }
}

/** Adds the file's name to the message of an UnreadableInstance. */
function readFrom<Read>(file: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableInstance) throw new UnreadableInstance(`${file}: ${error.message}`);
    throw error;
  }
}

/** Returns the places of each route, without the depot. */
type Finder = (options: SolveOptions) => readonly (readonly number[])[];

function placesOf({ matrix, depot }: Instance): number[] {
  return Array.from({ length: matrix.size }, (_, place) => place).filter((place) => place !== depot);
}

/** Returns a finder of one tour, whose depot is the first node. */
function tourOf(instance: Instance): Finder {
  const stops = placesOf(instance).map((place) => ({ place }));
  const vehicle = { start: instance.depot, end: instance.depot };
  return (options) => [
    orderRoute({ matrix: instance.matrix, vehicle, stops }, options).map((stop) => stops[stop]?.place ?? 0),
  ];
}

/**
 * Returns a finder of routes that start and end at the depot. Throws UnreadableInstance if a demand exceeds the
 * capacity.
 */
function routesOf(instance: Instance): Finder {
  const { matrix, capacity, vehicles, demands, depot } = instance;
  if (demands.some((demand) => demand > capacity)) throw new UnreadableInstance('a demand is larger than the CAPACITY');
  const stops = placesOf(instance).map((place) => ({ place, service: 0, load: demands[place] ?? 0 }));
  // Most files set no number of vehicles. The best solutions use the minimum or a few more.
  const enough = countBins(demands, capacity);
  const count = vehicles ?? Math.min(stops.length, enough + 3 + Math.ceil(enough * 0.1));
  const fleet = Array.from({ length: count }, () => ({ start: depot, end: depot, capacity }));
  const problem: DayProblem = { matrix, vehicles: fleet, stops, balance: 0 };
  return (options) =>
    planDay(problem, options).days.map(({ visits }) => visits.map(({ index }) => stops[index]?.place ?? 0));
}

/** Returns a number of vehicles that can carry all demands, by first-fit decreasing bin packing (Johnson 1973). */
function countBins(demands: readonly number[], capacity: number): number {
  const rooms: number[] = [];
  for (const demand of demands.toSorted((a, b) => b - a).filter((one) => one > 0)) {
    const bin = rooms.findIndex((room) => room >= demand);
    if (bin < 0) rooms.push(capacity - demand);
    else rooms[bin] = (rooms[bin] as number) - demand;
  }
  return rooms.length;
}

/** Returns the length of a closed route by the file's costs, computed independently of the solver. */
function closedLength({ matrix: { size, costs }, depot }: Instance, places: readonly number[]): number {
  const stops = [depot, ...places, depot];
  return stops.slice(1).reduce((sum, place, at) => sum + (costs[(stops[at] ?? 0) * size + place] ?? 0), 0);
}

/**
 * Returns the best known value of an instance from a list beside its file: `optima.csv` or `reference.csv`; null if
 * there is none.
 */
async function findOptimum(file: string, name: string): Promise<number | null> {
  const lists = ['optima.csv', 'reference.csv'].map((list) => join(dirname(file), list)).filter(existsSync);
  for (const list of lists) {
    const [head = '', ...rows] = (await readFile(list, 'utf8')).trim().split(/\r?\n/);
    const column = head.split(',').findIndex((title) => /^(optimum|best_known|miles)/.test(title));
    const row = rows.map((line) => line.split(',')).find((cells) => cells[0] === name);
    if (row && column >= 0 && Number(row[column]) > 0) return Number(row[column]);
  }
  return null;
}

function optimumIn(comment: string): number | null {
  const [, value] = /(?:optimal|best)\s+(?:known\s+)?(?:value|solution|cost)?\s*:?\s*(\d+)/i.exec(comment) ?? [];
  return value ? Number(value) : null;
}

/** Formats a tour as TSPLIB does; nodes are counted from 1. */
function toTour({ name, matrix }: Instance, places: readonly number[]): string {
  const nodes = [0, ...places].map((place) => place + 1);
  const head = [`NAME : ${name}`, 'TYPE : TOUR', `DIMENSION : ${matrix.size}`, 'TOUR_SECTION'];
  return `${[...head, ...nodes, -1, 'EOF'].join('\n')}\n`;
}

/** Formats routes as CVRPLIB does. The depot isn't counted, so the second node of the file is customer 1. */
function toSolution(routes: readonly (readonly number[])[], cost: number): string {
  const lines = routes.filter((route) => route.length > 0).map((route, at) => `Route #${at + 1}: ${route.join(' ')}`);
  return `${[...lines, `Cost ${cost}`].join('\n')}\n`;
}
