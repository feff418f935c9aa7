import type { CostMatrix } from '../server/routing/solver/problem.ts';

/** A problem of TSPLIB (Reinelt 1991) or CVRPLIB. Nodes are counted from 0 here and from 1 in the file. */
export interface Instance {
  readonly name: string;
  readonly type: 'TSP' | 'ATSP' | 'CVRP';
  readonly comment: string;
  readonly matrix: CostMatrix;
  readonly capacity: number;
  readonly demands: readonly number[];
  readonly depot: number;
}

/** What is wrong with a file, in words for whoever gave it. */
export class UnreadableInstance extends Error {}

type Sections = Map<string, string[]>;

/** Reads TSP, ATSP and CVRP files. Throws UnreadableInstance. */
export function parseInstance(text: string): Instance {
  const { header, sections } = splitFile(text);
  const type = (header.get('TYPE') ?? '').split(/\s+/)[0];
  if (type !== 'TSP' && type !== 'ATSP' && type !== 'CVRP')
    throw new UnreadableInstance(`unknown TYPE: ${type || 'none'}`);
  const size = toCount(header.get('DIMENSION'), 'DIMENSION');
  if (size < 1 || size > 20_000) throw new UnreadableInstance(`DIMENSION ${size} is not between 1 and 20000`);
  return {
    name: header.get('NAME') ?? 'unnamed',
    type,
    comment: header.get('COMMENT') ?? '',
    matrix: { size, costs: readCosts(size, header, sections) },
    capacity: type === 'CVRP' ? toCount(header.get('CAPACITY'), 'CAPACITY') : 0,
    demands: type === 'CVRP' ? readDemands(size, sections) : [],
    depot: type === 'CVRP' ? readDepot(size, sections) : 0,
  };
}

/** `KEY : value` lines, then sections of numbers, each after its name on a line of its own. */
function splitFile(text: string): { header: Map<string, string>; sections: Sections } {
  const header = new Map<string, string>();
  const sections: Sections = new Map();
  let tokens: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    const words = line.trim();
    if (words === 'EOF') break;
    const section = /^([A-Z_]+_SECTION)\s*:?$/.exec(words)?.[1];
    const [, key, value] = /^([A-Z_]+)\s*:\s*(.*)$/.exec(words) ?? [];
    if (section) {
      tokens = [];
      sections.set(section, tokens);
    } else if (key) header.set(key, [header.get(key), value?.trim()].filter(Boolean).join(' '));
    else if (words && tokens) for (const token of words.split(/\s+/)) tokens.push(token);
  }
  return { header, sections };
}

function readCosts(size: number, header: Map<string, string>, sections: Sections): Int32Array {
  const kind = header.get('EDGE_WEIGHT_TYPE') ?? '';
  if (kind === 'EXPLICIT') return readWeights(size, header.get('EDGE_WEIGHT_FORMAT') ?? '', sections);
  const measure = measures[kind];
  if (!measure) throw new UnreadableInstance(`unknown EDGE_WEIGHT_TYPE: ${kind || 'none'}`);
  const { x, y } = readCoordinates(size, sections);
  const costs = new Int32Array(size * size);
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < a; b++) {
      const cost = measure(x[a] as number, y[a] as number, x[b] as number, y[b] as number);
      costs[a * size + b] = cost;
      costs[b * size + a] = cost;
    }
  }
  return costs;
}

type Measure = (xa: number, ya: number, xb: number, yb: number) => number;

/** TSPLIB's distances, rounded as its paper says: an optimum is one only by these. */
const measures: Record<string, Measure> = {
  EUC_2D: (xa, ya, xb, yb) => Math.floor(euclid(xa, ya, xb, yb) + 0.5),
  CEIL_2D: (xa, ya, xb, yb) => Math.ceil(euclid(xa, ya, xb, yb)),
  MAN_2D: (xa, ya, xb, yb) => Math.floor(Math.abs(xa - xb) + Math.abs(ya - yb) + 0.5),
  MAX_2D: (xa, ya, xb, yb) => Math.max(Math.floor(Math.abs(xa - xb) + 0.5), Math.floor(Math.abs(ya - yb) + 0.5)),
  ATT: (xa, ya, xb, yb) => {
    const distance = Math.sqrt(((xa - xb) ** 2 + (ya - yb) ** 2) / 10);
    const rounded = Math.floor(distance + 0.5);
    return rounded < distance ? rounded + 1 : rounded;
  },
  GEO: (xa, ya, xb, yb) => {
    const latitudes = [toRadians(xa), toRadians(xb)] as const;
    const q1 = Math.cos(toRadians(ya) - toRadians(yb));
    const q2 = Math.cos(latitudes[0] - latitudes[1]);
    const q3 = Math.cos(latitudes[0] + latitudes[1]);
    return Math.floor(6378.388 * Math.acos(0.5 * ((1 + q1) * q2 - (1 - q1) * q3)) + 1);
  },
};

function euclid(xa: number, ya: number, xb: number, yb: number): number {
  return Math.sqrt((xa - xb) ** 2 + (ya - yb) ** 2);
}

/** Degrees and minutes written as DDD.MM, with the number for pi that TSPLIB uses. */
function toRadians(degreesAndMinutes: number): number {
  const degrees = Math.trunc(degreesAndMinutes);
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: an exact one gives other distances than the published
  return (3.141592 * (degrees + (5 * (degreesAndMinutes - degrees)) / 3)) / 180;
}

function readCoordinates(size: number, sections: Sections): { x: Float64Array; y: Float64Array } {
  const tokens = sectionOf(sections, 'NODE_COORD_SECTION', 3 * size);
  const x = new Float64Array(size).fill(Number.NaN);
  const y = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const node = toNode(tokens[3 * i], size);
    x[node] = toNumber(tokens[3 * i + 1]);
    y[node] = toNumber(tokens[3 * i + 2]);
  }
  if (x.some(Number.isNaN)) throw new UnreadableInstance('NODE_COORD_SECTION leaves out a node');
  return { x, y };
}

/** For each row the columns that the format writes, in its order. */
const formats: Record<
  string,
  { isSymmetric: boolean; columns(row: number, size: number): [from: number, to: number] }
> = {
  FULL_MATRIX: { isSymmetric: false, columns: (_, size) => [0, size] },
  UPPER_ROW: { isSymmetric: true, columns: (row, size) => [row + 1, size] },
  LOWER_ROW: { isSymmetric: true, columns: (row) => [0, row] },
  UPPER_DIAG_ROW: { isSymmetric: true, columns: (row, size) => [row, size] },
  LOWER_DIAG_ROW: { isSymmetric: true, columns: (row) => [0, row + 1] },
};

function readWeights(size: number, name: string, sections: Sections): Int32Array {
  const format = formats[name];
  if (!format) throw new UnreadableInstance(`unknown EDGE_WEIGHT_FORMAT: ${name || 'none'}`);
  const tokens = sectionOf(sections, 'EDGE_WEIGHT_SECTION', 0);
  const costs = new Int32Array(size * size);
  let next = 0;
  for (let row = 0; row < size; row++) {
    const [from, to] = format.columns(row, size);
    for (let column = from; column < to; column++) {
      const cost = row === column ? toNumber(tokens[next++]) * 0 : toCost(tokens[next++]);
      costs[row * size + column] = cost;
      if (format.isSymmetric) costs[column * size + row] = cost;
    }
  }
  return costs;
}

function readDemands(size: number, sections: Sections): number[] {
  const tokens = sectionOf(sections, 'DEMAND_SECTION', 2 * size);
  const demands = new Array<number>(size).fill(0);
  for (let i = 0; i < size; i++) demands[toNode(tokens[2 * i], size)] = toCost(tokens[2 * i + 1]);
  return demands;
}

function readDepot(size: number, sections: Sections): number {
  return toNode(sectionOf(sections, 'DEPOT_SECTION', 1)[0], size);
}

function sectionOf(sections: Sections, name: string, fewest: number): string[] {
  const tokens = sections.get(name);
  if (!tokens) throw new UnreadableInstance(`${name} is missing`);
  if (tokens.length < fewest) throw new UnreadableInstance(`${name} is too short`);
  return tokens;
}

function toNumber(token: string | undefined): number {
  const value = Number(token ?? Number.NaN);
  if (!Number.isFinite(value))
    throw new UnreadableInstance(token ? `not a number: ${token}` : 'the file ends too early');
  return value;
}

function toCost(token: string | undefined): number {
  const value = toNumber(token);
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** 31) {
    throw new UnreadableInstance(`not a whole number from 0 to 2147483647: ${token}`);
  }
  return value;
}

function toNode(token: string | undefined, size: number): number {
  const value = toNumber(token);
  if (!Number.isInteger(value) || value < 1 || value > size) {
    throw new UnreadableInstance(`not a node from 1 to ${size}: ${token}`);
  }
  return value - 1;
}

function toCount(value: string | undefined, key: string): number {
  const count = Number(value ?? Number.NaN);
  if (!Number.isSafeInteger(count) || count < 0)
    throw new UnreadableInstance(`${key} is not a whole number: ${value ?? 'none'}`);
  return count;
}
