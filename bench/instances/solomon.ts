import type { DayPlan, DayProblem } from '../../server/routing/solver/day-problem.ts';
import { splitFile, toNumber, UnreadableInstance } from './tsplib.ts';

/** An instance with time windows, in LKH's format (TYPE CVRPTW). Node 0 is the depot. */
export interface WindowsInstance {
  readonly name: string;
  readonly vehicles: number;
  readonly capacity: number;
  readonly service: number;
  readonly points: readonly { x: number; y: number; demand: number; earliest: number; latest: number }[];
  readonly distance: (from: number, to: number) => number;
}

/** Reads Solomon's instances: distances are floor(SCALE × Euclid), times are multiplied by SCALE. Throws UnreadableInstance. */
export function parseWindowsInstance(text: string): WindowsInstance {
  const { header, sections } = splitFile(text);
  const numberIn = (key: string) => toNumber(header.get(key));
  if (header.get('EDGE_WEIGHT_TYPE') !== 'FLOOR_2D') throw new UnreadableInstance('EDGE_WEIGHT_TYPE is not FLOOR_2D');
  const size = numberIn('DIMENSION');
  const rowsOf = (name: string, columns: number) => {
    const tokens = sections.get(name) ?? [];
    if (tokens.length !== size * columns) throw new UnreadableInstance(`${name} has not ${size} rows`);
    const rows = Array.from({ length: size }, (_, row) =>
      tokens.slice(row * columns, (row + 1) * columns).map(toNumber),
    );
    return new Map(rows.map(([node = 0, ...values]) => [node - 1, values]));
  };
  const coordinates = rowsOf('NODE_COORD_SECTION', 3);
  const demands = rowsOf('DEMAND_SECTION', 2);
  const windows = rowsOf('TIME_WINDOW_SECTION', 3);
  // As in LKH, SCALE multiplies both distances and times.
  const scale = header.has('SCALE') ? numberIn('SCALE') : 1;
  if (sections.get('DEPOT_SECTION')?.join(' ') !== '1 -1') throw new UnreadableInstance('the depot is not node 1');
  const points = Array.from({ length: size }, (_, node) => {
    const [x = Number.NaN, y = Number.NaN] = coordinates.get(node) ?? [];
    const [earliest = Number.NaN, latest = Number.NaN] = windows.get(node) ?? [];
    return { x, y, demand: demands.get(node)?.[0] ?? Number.NaN, earliest: earliest * scale, latest: latest * scale };
  });
  const distance = (from: number, to: number) => {
    const [a, b] = [points[from], points[to]];
    return a && b ? Math.floor(scale * Math.hypot(a.x - b.x, a.y - b.y)) : Number.NaN;
  };
  return {
    name: header.get('NAME') ?? 'unnamed',
    vehicles: numberIn('VEHICLES'),
    capacity: numberIn('CAPACITY'),
    service: numberIn('SERVICE_TIME') * scale,
    points,
    distance,
  };
}

export function windowsProblem(instance: WindowsInstance): DayProblem {
  const { points, distance, vehicles, capacity, service } = instance;
  const size = points.length;
  const costs = Int32Array.from({ length: size * size }, (_, cell) => distance(Math.floor(cell / size), cell % size));
  const { earliest = 0, latest = 0 } = points[0] ?? {};
  const vehicle = { start: 0, end: 0, capacity, shift: { earliest, latest } };
  return {
    matrix: { size, costs },
    vehicles: Array.from({ length: vehicles }, () => vehicle),
    stops: points.slice(1).map(({ demand, earliest, latest }, index) => ({
      place: index + 1,
      service,
      load: demand,
      window: { earliest, latest },
    })),
    balance: 0,
  };
}

/**
 * Returns the total distance by the file's rules, without the solver's code. Throws UnreadableInstance if the route
 * plan breaks a rule.
 */
export function checkWindows(instance: WindowsInstance, plan: DayPlan): { cost: number; routes: number[][] } {
  const { points, distance, service, capacity, vehicles } = instance;
  const routes = plan.days
    .map(({ visits }) => visits.map(({ index }) => index + 1))
    .filter((stops) => stops.length > 0);
  const require = (isKept: boolean, rule: string) => {
    if (!isKept) throw new UnreadableInstance(`the plan found breaks a rule: ${rule}`);
  };
  const visited = routes.flat().toSorted((a, b) => a - b);
  require(visited.every((node, at) => node === at + 1) && visited.length === points.length - 1, 'every stop once');
  require(routes.length <= vehicles, `at most ${vehicles} vehicles`);
  let cost = 0;
  for (const route of routes) {
    let time = points[0]?.earliest ?? 0;
    let load = 0;
    [...route, 0].forEach((node, at) => {
      const leg = distance(at === 0 ? 0 : (route[at - 1] as number), node);
      const { earliest = 0, latest = 0, demand = 0 } = points[node] ?? {};
      cost += leg;
      time = Math.max(time + leg, earliest);
      require(time <= latest, `node ${node + 1} is reached by ${latest}`);
      time += service;
      load += demand;
    });
    require(load <= capacity, `at most ${capacity} on board`);
  }
  return { cost, routes };
}
