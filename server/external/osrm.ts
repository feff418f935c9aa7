import { z } from 'zod';
import { askJson, type JsonAnswer, NoAnswerError } from './ask-json.ts';
import { type RoadDistances, RoadDistancesError, type RoadPlace, type RoadTable } from './road-distances.ts';

const Rows = z.array(z.array(z.number().nonnegative().nullable()));
const Answer = z.object({ code: z.literal('Ok'), durations: Rows, distances: Rows });

/** A server takes 100 places in a request unless told otherwise: 50 to come from and 50 to go to. */
const block = 50;
const inParallel = 4;
/** A block has 5,000 numbers. */
const maxAnswerBytes = 1024 * 1024;
/** Beyond any way on the earth; what is more would not fit. */
const most = 1_000_000_000;

/** How long a request may take, and all of them together. */
interface Patience {
  timeoutMs: number;
  totalMs: number;
}

/** The part of the table from some places to others, by their first numbers. */
interface Block {
  from: number;
  to: number;
}

/**
 * The table service of an OSRM server. A block of places that it cannot take is left unknown; the whole is given up when it
 * fails otherwise, or takes too long.
 */
export function osrm(baseUrl: string, patience: Patience = { timeoutMs: 4_000, totalMs: 10_000 }): RoadDistances {
  const service = `${baseUrl.replace(/\/+$/, '')}/table/v1/driving/`;
  return {
    async between(places) {
      const size = places.length;
      if (size === 0) return { seconds: unknown(0), meters: unknown(0) };
      const table: RoadTable = { seconds: unknown(size), meters: unknown(size) };
      const starts = Array.from({ length: Math.ceil(size / block) }, (_, index) => index * block);
      const blocks = starts.flatMap((from) => starts.map((to) => ({ from, to })));
      const givenUp = new AbortController();
      const signal = AbortSignal.any([givenUp.signal, AbortSignal.timeout(patience.totalMs)]);
      let known = 0;
      const work = async () => {
        for (let next = blocks.shift(); next; next = blocks.shift()) {
          const answer = await ask(blockUrl(service, places, next), patience.timeoutMs, signal);
          if (!answer) continue;
          fill(table, size, next, answer);
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

function blockUrl(service: string, places: readonly RoadPlace[], { from, to }: Block): URL {
  const sources = places.slice(from, from + block);
  const destinations = places.slice(to, to + block);
  const all = [...sources, ...destinations];
  const coordinates = all.map(({ latitude, longitude }) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`).join(';');
  const numbers = (count: number, first: number) =>
    Array.from({ length: count }, (_, index) => first + index).join(';');
  const question = [
    'annotations=duration,distance',
    `sources=${numbers(sources.length, 0)}`,
    `destinations=${numbers(destinations.length, sources.length)}`,
  ];
  return new URL(`${service}${coordinates}?${question.join('&')}`);
}

/** Undefined where the server is well and cannot take these places. */
async function ask(url: URL, timeoutMs: number, signal: AbortSignal): Promise<z.output<typeof Answer> | undefined> {
  const { status, body }: JsonAnswer = await askJson(url, { timeoutMs, maxBytes: maxAnswerBytes, signal });
  if (status === 400) return undefined;
  if (status !== 200) throw new RoadDistancesError(`refused with ${status}`);
  const answer = Answer.safeParse(body);
  if (!answer.success) throw new RoadDistancesError('the answer could not be read');
  return answer.data;
}

/** Rounded up, so that a way by a third place is never shorter. */
function fill(table: RoadTable, size: number, { from, to }: Block, answer: z.output<typeof Answer>): void {
  const rows = Math.min(block, size - from);
  const columns = Math.min(block, size - to);
  const isWhole = (all: readonly unknown[][]) => all.length === rows && all.every((row) => row.length === columns);
  if (!isWhole(answer.durations) || !isWhole(answer.distances)) {
    throw new RoadDistancesError('the answer has not the size that was asked for');
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = (from + row) * size + to + column;
      table.seconds[at] = Math.min(most, Math.ceil(answer.durations[row]?.[column] ?? -1));
      table.meters[at] = Math.min(most, Math.ceil(answer.distances[row]?.[column] ?? -1));
    }
  }
}
