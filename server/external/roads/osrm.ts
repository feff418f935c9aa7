import { z } from 'zod';
import { fetchJson, type JsonResponse, NoResponseError } from '../fetch-json.ts';
import { type RoadDistances, RoadDistancesError, type RoadPlace, type RoadTable } from './road-distances.ts';

const Rows = z.array(z.array(z.number().nonnegative().nullable()));
const Table = z.object({ code: z.literal('Ok'), durations: Rows, distances: Rows });

/** By default a server accepts 100 places per request: 50 sources and 50 destinations. */
const block = 50;
const inParallel = 4;
/**
 * The limit on requests that search for rejected places: enough for a few bad addresses, but not for a server whose map
 * is of another country.
 */
const maxProbes = 100;
/** A block's response has 5,000 numbers. */
const maxResponseBytes = 1024 * 1024;
/** More than any route on earth; larger values don't fit an Int32Array. */
const maxValue = 1_000_000_000;

/** The timeouts of one request, and of all requests together. */
interface Timeouts {
  timeoutMs: number;
  totalMs: number;
}

/**
 * Requests a part of the table; `from` and `to` are indexes of places. Returns undefined when the server rejects one of
 * the places.
 */
type RequestBlock = (from: readonly number[], to: readonly number[]) => Promise<z.output<typeof Table> | undefined>;

/**
 * Creates a service that asks an OSRM server's table service. Places that the server rejects stay unknown; any other
 * failure fails the whole call.
 */
export function osrm(baseUrl: string, timeouts: Timeouts = { timeoutMs: 4_000, totalMs: 10_000 }): RoadDistances {
  const service = `${baseUrl.replace(/\/+$/, '')}/table/v1/driving/`;
  return {
    async between(places) {
      const size = places.length;
      const table: RoadTable = { seconds: unknown(size), meters: unknown(size) };
      if (size === 0) return table;
      const aborted = new AbortController();
      const signal = AbortSignal.any([aborted.signal, AbortSignal.timeout(timeouts.totalMs)]);
      const request: RequestBlock = (from, to) =>
        requestBlock(blockUrl(service, places, from, to), timeouts.timeoutMs, signal);
      const acceptedOf = findAccepted(request);
      const groups = groupsOf(size);
      const blocks = groups.flatMap((from) => groups.map((to) => ({ from, to })));
      let known = 0;
      const work = async () => {
        for (let next = blocks.shift(); next; next = blocks.shift()) {
          let { from, to } = next;
          let response = await request(from, to);
          if (!response) {
            [from, to] = [await acceptedOf(from), await acceptedOf(to)];
            response = from.length > 0 && to.length > 0 ? await request(from, to) : undefined;
          }
          if (!response) continue;
          fill(table, size, { from, to }, response);
          known += 1;
        }
      };
      try {
        await Promise.all(Array.from({ length: inParallel }, work));
        if (known === 0) throw new RoadDistancesError('it rejects all places');
      } catch (error) {
        blocks.length = 0;
        aborted.abort();
        throw error instanceof NoResponseError ? new RoadDistancesError(error.message) : error;
      }
      return table;
    },
  };
}

function unknown(size: number): Int32Array {
  return new Int32Array(size * size).fill(-1);
}

/** Splits the indexes of the places into groups of `block`, which is half of a request. */
function groupsOf(size: number): number[][] {
  return Array.from({ length: Math.ceil(size / block) }, (_, index) =>
    Array.from({ length: Math.min(block, size - index * block) }, (_, place) => index * block + place),
  );
}

/** Returns a function that finds the places of a group that the server accepts, by bisection, once per group. */
function findAccepted(request: RequestBlock): (group: readonly number[]) => Promise<number[]> {
  let probes = maxProbes;
  const find = async (places: readonly number[]): Promise<number[]> => {
    probes -= 1;
    if (probes < 0) return [];
    if (await request(places, places.slice(0, 1))) return [...places];
    if (places.length === 1) return [];
    const middle = Math.ceil(places.length / 2);
    return [...(await find(places.slice(0, middle))), ...(await find(places.slice(middle)))];
  };
  const found = new Map<readonly number[], Promise<number[]>>();
  return (group) => {
    const taken = found.get(group) ?? find(group);
    found.set(group, taken);
    return taken;
  };
}

function blockUrl(service: string, places: readonly RoadPlace[], from: readonly number[], to: readonly number[]): URL {
  const all = [...from, ...to].map((number) => places[number] as RoadPlace);
  const coordinates = all.map(({ latitude, longitude }) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`).join(';');
  const numbers = (count: number, first: number) =>
    Array.from({ length: count }, (_, index) => first + index).join(';');
  const query = [
    'annotations=duration,distance',
    `sources=${numbers(from.length, 0)}`,
    `destinations=${numbers(to.length, from.length)}`,
  ];
  return new URL(`${service}${coordinates}?${query.join('&')}`);
}

async function requestBlock(
  url: URL,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<z.output<typeof Table> | undefined> {
  const { status, body }: JsonResponse = await fetchJson(url, { timeoutMs, maxBytes: maxResponseBytes, signal });
  if (status === 400) return undefined;
  if (status !== 200) throw new RoadDistancesError(`refused with ${status}`);
  const response = Table.safeParse(body);
  if (!response.success) throw new RoadDistancesError('the response was invalid');
  return response.data;
}

/** Writes a response into the table. Values are rounded up, so that a detour through a third place is never shorter. */
function fill(
  table: RoadTable,
  size: number,
  { from, to }: { from: readonly number[]; to: readonly number[] },
  response: z.output<typeof Table>,
): void {
  const isWhole = (all: readonly unknown[][]) =>
    all.length === from.length && all.every((row) => row.length === to.length);
  if (!isWhole(response.durations) || !isWhole(response.distances)) {
    throw new RoadDistancesError('the response has the wrong size');
  }
  for (const [row, start] of from.entries()) {
    for (const [column, end] of to.entries()) {
      const at = start * size + end;
      table.seconds[at] = Math.min(maxValue, Math.ceil(response.durations[row]?.[column] ?? -1));
      table.meters[at] = Math.min(maxValue, Math.ceil(response.distances[row]?.[column] ?? -1));
    }
  }
}
