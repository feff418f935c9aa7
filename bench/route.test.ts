import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const main = new URL('./main.ts', import.meta.url).pathname;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoop-bench-route-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function benchRoute(name: string, lines: readonly string[], ...options: string[]): Promise<unknown> {
  const file = join(folder, name);
  await writeFile(file, `${lines.join('\n')}\n`);
  const { stdout } = await run(process.execPath, [main, 'route', file, '--seconds', '0.05', ...options]);
  return JSON.parse(stdout);
}

/** Twenty points on the edge of a square, out of order. The optimal tour follows the edge. */
const square = Array.from({ length: 20 }, (_, index) => {
  const at = (index * 7) % 20;
  const along = (at % 5) * 10;
  const corner = [
    [along, 0],
    [50, along],
    [50 - along, 50],
    [0, 50 - along],
  ][Math.floor(at / 5)];
  return `${index + 1} ${corner?.join(' ')}`;
});

it('prints the gap of a tour and writes the tour', async () => {
  await writeFile(join(folder, 'optima.csv'), 'instance,type,optimum\nsquare,TSP,200\n');
  const head = ['NAME: square', 'TYPE: TSP', 'DIMENSION: 20', 'EDGE_WEIGHT_TYPE: EUC_2D', 'NODE_COORD_SECTION'];
  const tour = join(folder, 'square.tour');
  const line = await benchRoute('square.tsp', [...head, ...square, 'EOF'], '--tour', tour);
  expect(line).toEqual({ instance: 'square', n: 20, cost: 200, optimum: 200, gap: 0, cpuMs: expect.any(Number) });
  const lines = (await readFile(tour, 'utf8')).trim().split('\n');
  expect(lines.slice(0, 4)).toEqual(['NAME : square', 'TYPE : TOUR', 'DIMENSION : 20', 'TOUR_SECTION']);
  expect(lines.slice(-2)).toEqual(['-1', 'EOF']);
  const nodes = lines.slice(4, -2).map(Number);
  expect(nodes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

it('prints the gap of routes and writes them in CVRPLIB’s format', async () => {
  const head = ['NAME : some', 'COMMENT : (three customers, Optimal value: 100)', 'TYPE : CVRP', 'DIMENSION : 4'];
  const body = [
    'EDGE_WEIGHT_TYPE : EUC_2D',
    'CAPACITY : 2',
    'NODE_COORD_SECTION',
    '1 0 0',
    '2 20 0',
    '3 30 0',
    '4 0 20',
  ];
  const rest = ['DEMAND_SECTION', '1 0', '2 1', '3 1', '4 2', 'DEPOT_SECTION', '1', '-1', 'EOF'];
  const tour = join(folder, 'some.sol');
  const line = await benchRoute('some.vrp', [...head, ...body, ...rest], '--seed', '2', '--tour', tour);
  expect(line).toMatchObject({ instance: 'some', n: 4, cost: 100, optimum: 100, gap: 0 });
  const lines = (await readFile(tour, 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(3);
  const routes = lines.slice(0, 2).map((text) =>
    text
      .replace(/^Route #\d: /, '')
      .split(' ')
      .toSorted()
      .join(' '),
  );
  expect(routes.toSorted()).toEqual(['1 2', '3']);
  expect(lines[2]).toBe('Cost 100');
});

it('returns the same routes for the same seed and rounds', async () => {
  const head = ['NAME : many', 'TYPE : CVRP', 'DIMENSION : 120', 'EDGE_WEIGHT_TYPE : EUC_2D', 'CAPACITY : 60'];
  const nodes = Array.from({ length: 120 }, (_, at) => `${at + 1} ${(at * 373) % 1009} ${(at * 547) % 997}`);
  const loads = Array.from({ length: 120 }, (_, at) => `${at + 1} ${at === 0 ? 0 : 1 + (at % 17)}`);
  const body = [...head, 'NODE_COORD_SECTION', ...nodes, 'DEMAND_SECTION', ...loads, 'DEPOT_SECTION', '1', '-1', 'EOF'];
  const solution = async (name: string, seed: string) => {
    const tour = join(folder, `${name}.sol`);
    await benchRoute('many.vrp', body, '--seconds', '60', '--seed', seed, '--rounds', '40', '--tour', tour);
    return await readFile(tour, 'utf8');
  };
  const first = await solution('first', '7');
  expect(await solution('again', '7')).toBe(first);
  expect(await solution('other', '8')).not.toBe(first);
  await expect(benchRoute('many.vrp', body, '--rounds', 'few')).rejects.toThrow('usage: ');
});

it('overloads no vehicle when no two demands fit together', async () => {
  const head = ['NAME : heavy', 'TYPE : CVRP', 'DIMENSION : 31', 'EDGE_WEIGHT_TYPE : EUC_2D', 'CAPACITY : 100'];
  const nodes = Array.from({ length: 31 }, (_, at) => `${at + 1} ${(at * 37) % 101} ${(at * 53) % 97}`);
  const loads = Array.from({ length: 31 }, (_, at) => `${at + 1} ${at === 0 ? 0 : 51}`);
  const tour = join(folder, 'heavy.sol');
  const body = [...head, 'NODE_COORD_SECTION', ...nodes, 'DEMAND_SECTION', ...loads, 'DEPOT_SECTION', '1', '-1', 'EOF'];
  await benchRoute('heavy.vrp', body, '--tour', tour);
  const routes = (await readFile(tour, 'utf8')).trim().split('\n').slice(0, -1);
  expect(routes.map((route) => route.split(': ')[1]?.split(' ').length)).toEqual(new Array(30).fill(1));
  const few = body.toSpliced(1, 0, 'VEHICLES : 29');
  await expect(benchRoute('few.vrp', few)).rejects.toThrow('left out: 1');
});

/** Solomon's format as LKH writes it: distances and times in the file are multiplied by SCALE. */
const windows = [
  ...[
    'NAME : tiny',
    'TYPE : CVRPTW',
    'DIMENSION : 4',
    'VEHICLES : 2',
    'CAPACITY : 2',
    'SERVICE_TIME : 1',
    'SCALE : 10',
  ],
  ...['EDGE_WEIGHT_TYPE : FLOOR_2D', 'NODE_COORD_SECTION', '1 0 0', '2 2 0', '3 3 0', '4 0 2'],
  ...['DEMAND_SECTION', '1 0', '2 1', '3 1', '4 1', 'TIME_WINDOW_SECTION', '1 0 20', '2 5 20', '3 0 3', '4 0 20'],
  ...['DEPOT_SECTION', '1', '-1', 'EOF'],
];

it('plans time windows, checks the plan by the file, and prints the gap', async () => {
  await writeFile(join(folder, 'optima.csv'), 'instance,type,stops,vehicles,best_known_tenths\ntiny,VRPTW,3,2,100\n');
  const tour = join(folder, 'tiny.sol');
  const line = await benchRoute('tiny.vrptw', windows, '--tour', tour);
  // Node 3 must be reached by 3, so it comes before node 2. Together with node 4 they would be too heavy.
  expect(line).toMatchObject({ instance: 'tiny', n: 3, cost: 100, optimum: 100, gap: 0, vehicles: 2 });
  expect(await readFile(tour, 'utf8')).toMatch(/^Route #\d: (2 1\nRoute #\d: 3|3\nRoute #\d: 2 1)\nCost 100\n$/);
  await expect(benchRoute('few.vrptw', windows.with(3, 'VEHICLES : 1'))).rejects.toThrow('left out: 1');
});

it('plans waste collection with landfills and lunch', async () => {
  const head = ['10.0 // capacity', '100 // a day', '500 // stops', '3600 // lunch', '40 // mph'];
  const rows = [
    '0 0 0 0600 1500 0 9999 0',
    '1 5280 0 0575 1800 600 9999 2',
    '7 26400 0 0000 2400 60 6 1',
    '8 31680 0 0000 2400 60 6 1',
  ];
  const tour = join(folder, 'two.txt');
  const lines = [...head, 'Stop_ID\tX', ...rows];
  const line = await benchRoute('two_stop.txt', lines, '--tour', tour);
  // Both stops are too much for one load, so the vehicle empties between them.
  expect(line).toMatchObject({ instance: 'two_stop', n: 2, cost: 20, vehicles: 1, longestByMean: 1 });
  expect(await readFile(tour, 'utf8')).toMatch(/^Route #1: [78] L1 [78] L1\n$/);
});

it('prints errors in one line', async () => {
  const failed = benchRoute('garbage.tsp', ['no instance']);
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/garbage.tsp: unknown TYPE: none\n$/),
  });
  const missing = run(process.execPath, [main, 'route', join(folder, 'nowhere.tsp')]);
  await expect(missing).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/cannot be read \(ENOENT\)\n$/),
  });
  const unknown = run(process.execPath, [main, 'route']);
  await expect(unknown).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^usage: /) });
});
