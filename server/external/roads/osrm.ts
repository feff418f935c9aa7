import { z } from 'zod';
import { fetchJson, type JsonAnswer, NoAnswerError } from '../fetch-json.ts';
import { type RoadDistances, RoadDistancesError, type RoadPlace, type RoadTable } from './road-distances.ts';

const Rows = z.array(z.array(z.number().nonnegative().nullable()));
const Answer = z.object({ code: z.literal('Ok'), durations: Rows, distances: Rows });

/** A server takes 100 places in a request unless told otherwise: 50 to come from and 50 to go to. */
const block = 50;
const inParallel = 4;
/** So many questions may look for places that the server refuses: a few bad addresses, not a map of another country. */
const mostProbes = 100;
/** A block has 5,000 numbers. */
const maxAnswerBytes = 1024 * 1024;
/** Beyond any way on the earth; what is more would not fit. */
const most = 1_000_000_000;

/** How long a request may take, and all of them together. */
interface Patience {
  timeoutMs: number;
  totalMs: number;
}

/** The part of the table from some places to others, by their numbers. Undefined where the server is well and cannot take them. */
type Ask = (from: readonly number[], to: readonly number[]) => Promise<z.output<typeof Answer> | undefined>;

/**
 * The table service of an OSRM server. A place that it refuses is left unknown, the others of its block are not; the whole is
 * given up when it fails otherwise, or takes too long.
 */
export function osrm(baseUrl: string, patience: Patience = { timeoutMs: 4_000, totalMs: 10_000 }): RoadDistances {
  const service = `${baseUrl.replace(/\/+$/, '')}/table/v1/driving/`;
  return {
    async between(places) {
      const size = places.length;
      const table: RoadTable = { seconds: unknown(size), meters: unknown(size) };
      if (size === 0) return table;
      const givenUp = new AbortController();
      const signal = AbortSignal.any([givenUp.signal, AbortSignal.timeout(patience.totalMs)]);
      const ask: Ask = (from, to) => askBlock(blockUrl(service, places, from, to), patience.timeoutMs, signal);
      const takenOf = rememberTaken(ask);
      const groups = groupsOf(size);
      const blocks = groups.flatMap((from) => groups.map((to) => ({ from, to })));
      let known = 0;
      const work = async () => {
        for (let next = blocks.shift(); next; next = blocks.shift()) {
          let { from, to } = next;
          let answer = await ask(from, to);
          if (!answer) {
            [from, to] = [await takenOf(from), await takenOf(to)];
            answer = from.length > 0 && to.length > 0 ? await ask(from, to) : undefined;
          }
          if (!answer) continue;
          fill(table, size, { from, to }, answer);
          known += 1;
        }
      };
      try {
        await Promise.all(Array.from({ length: inParallel }, work));
        if (known === 0) throw new RoadDistancesError('it takes none of the places');
      } catch (error) {
        blocks.length = 0;
        givenUp.abort();
        throw error instanceof NoAnswerError ? new RoadDistancesError(error.message) : error;
      }
      return table;
    },
  };
}

function unknown(size: number): Int32Array {
  return new Int32Array(size * size).fill(-1);
}

/** The numbers of the places, so many together as go into half a request. */
function groupsOf(size: number): number[][] {
  return Array.from({ length: Math.ceil(size / block) }, (_, index) =>
    Array.from({ length: Math.min(block, size - index * block) }, (_, place) => index * block + place),
  );
}

/** Which places of a group the server takes, found out by halves, and once for all blocks that the group is in. */
function rememberTaken(ask: Ask): (group: readonly number[]) => Promise<number[]> {
  let probes = mostProbes;
  const find = async (places: readonly number[]): Promise<number[]> => {
    probes -= 1;
    if (probes < 0) return [];
    if (await ask(places, places.slice(0, 1))) return [...places];
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
  const question = [
    'annotations=duration,distance',
    `sources=${numbers(from.length, 0)}`,
    `destinations=${numbers(to.length, from.length)}`,
  ];
  return new URL(`${service}${coordinates}?${question.join('&')}`);
}

async function askBlock(
  url: URL,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<z.output<typeof Answer> | undefined> {
  const { status, body }: JsonAnswer = await fetchJson(url, { timeoutMs, maxBytes: maxAnswerBytes, signal });
  if (status === 400) return undefined;
  if (status !== 200) throw new RoadDistancesError(`refused with ${status}`);
  const answer = Answer.safeParse(body);
  if (!answer.success) throw new RoadDistancesError('the answer could not be read');
  return answer.data;
}

/** Rounded up, so that a way by a third place is never shorter. */
function fill(
  table: RoadTable,
  size: number,
  { from, to }: { from: readonly number[]; to: readonly number[] },
  answer: z.output<typeof Answer>,
): void {
  const isWhole = (all: readonly unknown[][]) =>
    all.length === from.length && all.every((row) => row.length === to.length);
  if (!isWhole(answer.durations) || !isWhole(answer.distances)) {
    throw new RoadDistancesError('the answer has not the size that was asked for');
  }
  for (const [row, start] of from.entries()) {
    for (const [column, end] of to.entries()) {
      const at = start * size + end;
      table.seconds[at] = Math.min(most, Math.ceil(answer.durations[row]?.[column] ?? -1));
      table.meters[at] = Math.min(most, Math.ceil(answer.distances[row]?.[column] ?? -1));
    }
  }
}
