import {
  bagSecondsRange,
  leastMeasuredStops,
  type ServiceSeconds,
  stopSecondsRange,
} from '../../contract/service-times.ts';

/** Computes how long stops take from completed days. Pure: facts come in. */

/** A stop that a driver completed or marked as incomplete, when the driver pressed. */
export interface Press {
  readonly driverId: string;
  readonly day: string;
  readonly at: Date;
  readonly isCompleted: boolean;
  readonly bags: number;
  /** The planned drive from the stop before it; null where it isn't known. */
  readonly legSeconds: number | null;
}

/** What a completed stop took. */
export interface Sample {
  readonly day: string;
  readonly bags: number;
  readonly seconds: number;
}

/** Time that isn't work at a stop: when trucks were emptied, and the minutes of drivers' pauses. */
export interface Interruptions {
  readonly emptied: readonly { readonly driverId: string; readonly at: Date }[];
  readonly pauseMinutes: ReadonlyMap<string, number>;
}

const shortestSeconds = 15;
const longestSeconds = 20 * 60;

/**
 * What stops took: the time between two presses that follow each other on a driver's day, less the drive between them. `presses`
 * are in the order of driver, day and visit. Left out is whatever can't be the work at one stop: several stops with one press, a
 * visit to a disposal site or a pause in between, less than 15 seconds, more than 20 minutes.
 */
export function samplesOf(presses: readonly Press[], { emptied, pauseMinutes }: Interruptions): Sample[] {
  const emptiedBy = Map.groupBy(emptied, ({ driverId }) => driverId);
  return presses.flatMap((press, index) => {
    const [before, after] = [presses[index - 1], presses[index + 1]];
    if (!before || !isSameDay(before, press) || !press.isCompleted || press.legSeconds === null) return [];
    if (after && isSameDay(press, after) && after.at.getTime() === press.at.getTime()) return [];
    const seconds = (press.at.getTime() - before.at.getTime()) / 1000 - press.legSeconds;
    const longest = Math.min(longestSeconds, (pauseMinutes.get(press.driverId) ?? Number.POSITIVE_INFINITY) * 60 - 1);
    if (seconds < shortestSeconds || seconds > longest) return [];
    const wasEmptied = emptiedBy.get(press.driverId)?.some(({ at }) => at >= before.at && at <= press.at) ?? false;
    return wasEmptied ? [] : [{ day: press.day, bags: press.bags, seconds }];
  });
}

const isSameDay = (a: Press, b: Press) => a.driverId === b.driverId && a.day === b.day;

/** The newest ones: two million pairs take a quarter of a second. */
const mostStops = 2_000;

export interface Measurement extends ServiceSeconds {
  readonly stops: number;
  readonly from: string;
  readonly until: string;
}

/**
 * The line through the samples by Theil and Sen (Sen 1968). What a bag takes is the median of the slopes of all pairs
 * of stops with different bags. What a stop takes is the median of the rest. Even if almost a third of the samples are
 * wrong, the result hardly moves.
 *
 * Both are kept within what is possible. Null for too few stops, or when all have the same bags.
 */
export function measure(samples: readonly Sample[]): Measurement | null {
  const newest = samples.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0)).slice(0, mostStops);
  const [last, first] = [newest[0], newest.at(-1)];
  if (newest.length < leastMeasuredStops || !last || !first) return null;
  const slopes = slopesOf(newest);
  if (slopes.length === 0) return null;
  const bagSeconds = within(bagSecondsRange, medianOf(slopes));
  const rests = Float64Array.from(newest, ({ bags, seconds }) => seconds - bagSeconds * bags);
  return {
    ...{ stopSeconds: within(stopSecondsRange, medianOf(rests)), bagSeconds },
    ...{ stops: newest.length, from: first.day, until: last.day },
  };
}

function slopesOf(samples: readonly Sample[]): Float64Array {
  const slopes = new Float64Array((samples.length * (samples.length - 1)) / 2);
  let count = 0;
  samples.forEach((one, index) => {
    for (const other of samples.slice(0, index)) {
      if (one.bags !== other.bags) slopes[count++] = (one.seconds - other.seconds) / (one.bags - other.bags);
    }
  });
  return slopes.subarray(0, count);
}

/** Sorts the values. */
function medianOf(values: Float64Array): number {
  values.sort();
  const middle = values.length / 2;
  return ((values[Math.ceil(middle) - 1] as number) + (values[Math.floor(middle)] as number)) / 2;
}

function within({ min, max }: { min: number; max: number }, seconds: number): number {
  return Math.min(max, Math.max(min, Math.round(seconds)));
}
