import type { CostMatrix } from '../../server/routing/solver/problem.ts';

/** An instance of TSPLIB (Reinelt 1991) or CVRPLIB. Nodes are counted from 0 here and from 1 in the file. */
export interface Instance {
  readonly name: string;
  readonly type: 'TSP' | 'ATSP' | 'CVRP';
  readonly comment: string;
  readonly matrix: CostMatrix;
  readonly capacity: number;
  /** The maximum number of vehicles; null if the file sets none. */
  readonly vehicles: number | null;
  readonly demands: readonly number[];
  readonly depot: number;
}

/** The message tells the user what is wrong with the file. */
export class UnreadableInstance extends Error {}

type Sections = Map<string, string[]>;

/** Parts of the formats that aren't supported. Ignoring them would change the problem. */
const notSupported = ['DISTANCE', 'SERVICE_TIME', 'FIXED_EDGES_SECTION', 'EDGE_DATA_SECTION'];

/** Reads TSP, ATSP and CVRP files. Throws UnreadableInstance. */
export function parseInstance(text: string): Instance {
  const { header, sections } = splitFile(text);
  const refused = notSupported.find((key) => header.has(key) || sections.has(key));
  if (refused) throw new UnreadableInstance(`${refused} is not supported`);
  const type = (header.get('TYPE') ?? '').toUpperCase().split(/\s+/)[0];
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
    vehicles: header.has('VEHICLES') ? toCount(header.get('VEHICLES'), 'VEHICLES') : null,
    demands: type === 'CVRP' ? readDemands(size, sections) : [],
    depot: type === 'CVRP' ? readDepot(size, sections) : 0,
  };
}

/**
 * Splits a file into `KEY : value` lines and sections of tokens, each below a line with its name. Case doesn't matter.
 */
export function splitFile(text: string): { header: Map<string, string>; sections: Sections } {
  const header = new Map<string, string>();
  const sections: Sections = new Map();
  let tokens: string[] | undefined;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const words = line.trim();
    if (/^EOF$/i.test(words)) break;
    const section = /^([A-Z_]+_SECTION)\s*:?$/i.exec(words)?.[1]?.toUpperCase();
    const [, word, value] = /^([A-Z_]+)\s*:\s*(.*)$/i.exec(words) ?? [];
    const key = word?.toUpperCase();
    if (section) {
      tokens = [];
      sections.set(section, tokens);
    } else if (key) header.set(key, [header.get(key), value?.trim()].filter(Boolean).join(' '));
    else if (words && tokens) for (const token of words.split(/\s+/)) tokens.push(token);
  }
  return { header, sections };
}

function readCosts(size: number, header: Map<string, string>, sections: Sections): Int32Array {
  const kind = (header.get('EDGE_WEIGHT_TYPE') ?? '').toUpperCase();
  if (kind === 'EXPLICIT') return readWeights(size, (header.get('EDGE_WEIGHT_FORMAT') ?? '').toUpperCase(), sections);
  const measure = measures[kind];
  if (!measure) throw new UnreadableInstance(`unknown EDGE_WEIGHT_TYPE: ${kind || 'none'}`);
  const points = readPoints(size, kind.endsWith('_3D') ? 3 : 2, sections);
  const costs = new Int32Array(size * size);
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < a; b++) {
      const cost = measure(points[a] as Point, points[b] as Point);
      if (!isCost(cost)) throw new UnreadableInstance(`the distance from ${b + 1} to ${a + 1} is too large: ${cost}`);
      costs[a * size + b] = cost;
      costs[b * size + a] = cost;
    }
  }
  return costs;
}

type Point = readonly [x: number, y: number, z: number];
type Measure = (a: Point, b: Point) => number;

/** TSPLIB's distance functions, with its rounding: published optima are valid only for these. */
const measures: Record<string, Measure> = {
  EUC_2D: (a, b) => nearest(euclid(a, b)),
  EUC_3D: (a, b) => nearest(euclid(a, b)),
  CEIL_2D: (a, b) => Math.ceil(euclid(a, b)),
  MAN_2D: (a, b) => nearest(sidesOf(a, b).reduce((sum, side) => sum + side)),
  MAN_3D: (a, b) => nearest(sidesOf(a, b).reduce((sum, side) => sum + side)),
  MAX_2D: (a, b) => Math.max(...sidesOf(a, b).map(nearest)),
  MAX_3D: (a, b) => Math.max(...sidesOf(a, b).map(nearest)),
  ATT: (a, b) => {
    const distance = Math.sqrt(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) / 10);
    const rounded = nearest(distance);
    return rounded < distance ? rounded + 1 : rounded;
  },
  GEO: (a, b) => {
    const latitudes = [toRadians(a[0]), toRadians(b[0])] as const;
    const q1 = Math.cos(toRadians(a[1]) - toRadians(b[1]));
    const q2 = Math.cos(latitudes[0] - latitudes[1]);
    const q3 = Math.cos(latitudes[0] + latitudes[1]);
    return Math.floor(6378.388 * Math.acos(0.5 * ((1 + q1) * q2 - (1 - q1) * q3)) + 1);
  },
};

function nearest(value: number): number {
  return Math.floor(value + 0.5);
}

function euclid(a: Point, b: Point): number {
  return Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
}

function sidesOf(a: Point, b: Point): number[] {
  return a.map((at, side) => Math.abs(at - (b[side] as number)));
}

/** Converts degrees and minutes, written as DDD.MM, to radians with TSPLIB's value of pi. */
function toRadians(degreesAndMinutes: number): number {
  const degrees = Math.trunc(degreesAndMinutes);
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: the exact value gives distances other than the published ones
  return (3.141592 * (degrees + (5 * (degreesAndMinutes - degrees)) / 3)) / 180;
}

/** Reads coordinates; z is 0 for planar instances. */
function readPoints(size: number, dimensions: 2 | 3, sections: Sections): Point[] {
  const width = dimensions + 1;
  const tokens = sectionOf(sections, 'NODE_COORD_SECTION', width * size);
  const points = new Array<Point | undefined>(size).fill(undefined);
  for (let i = 0; i < size; i++) {
    const [x, y, z] = [1, 2, 3].map((column) => (column < width ? toNumber(tokens[width * i + column]) : 0));
    points[toNode(tokens[width * i], size)] = [x as number, y as number, z as number];
  }
  if (points.includes(undefined)) throw new UnreadableInstance('NODE_COORD_SECTION leaves out a node');
  return points as Point[];
}

/** A matrix format: the range of columns that it lists for each row. */
interface Format {
  readonly isSymmetric: boolean;
  columns(row: number, size: number): [from: number, to: number];
}
const upper: Format = { isSymmetric: true, columns: (row, size) => [row + 1, size] };
const lower: Format = { isSymmetric: true, columns: (row) => [0, row] };
const upperAndDiagonal: Format = { isSymmetric: true, columns: (row, size) => [row, size] };
const lowerAndDiagonal: Format = { isSymmetric: true, columns: (row) => [0, row + 1] };
/** One half of a symmetric matrix listed by columns equals the other half listed by rows. */
const formats: Record<string, Format> = {
  FULL_MATRIX: { isSymmetric: false, columns: (_, size) => [0, size] },
  ...{ UPPER_ROW: upper, LOWER_COL: upper },
  ...{ LOWER_ROW: lower, UPPER_COL: lower },
  ...{ UPPER_DIAG_ROW: upperAndDiagonal, LOWER_DIAG_COL: upperAndDiagonal },
  ...{ LOWER_DIAG_ROW: lowerAndDiagonal, UPPER_DIAG_COL: lowerAndDiagonal },
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
  const [depot, end] = sectionOf(sections, 'DEPOT_SECTION', 1);
  if (end !== undefined && end !== '-1') throw new UnreadableInstance('more than one depot is not supported');
  return toNode(depot, size);
}

function sectionOf(sections: Sections, name: string, fewest: number): string[] {
  const tokens = sections.get(name);
  if (!tokens) throw new UnreadableInstance(`${name} is missing`);
  if (tokens.length < fewest) throw new UnreadableInstance(`${name} is too short`);
  return tokens;
}

/** Parses a finite number. Throws UnreadableInstance if the token isn't one. */
export function toNumber(token: string | undefined): number {
  const value = Number(token ?? Number.NaN);
  if (!Number.isFinite(value))
    throw new UnreadableInstance(token ? `not a number: ${token}` : 'unexpected end of file');
  return value;
}

function isCost(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 31;
}

function toCost(token: string | undefined): number {
  const value = toNumber(token);
  if (!isCost(value)) {
    throw new UnreadableInstance(`not an integer from 0 to 2147483647: ${token}`);
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
    throw new UnreadableInstance(`${key} is not an integer: ${value ?? 'none'}`);
  return count;
}
