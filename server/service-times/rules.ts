import {
  bagSecondsRange,
  leastMeasuredStops,
  type ServiceSeconds,
  stopSecondsRange,
} from '../../contract/service-times.ts';

/** Pure functions that compute how long stops take from the drivers' presses. */

/** The press with which a driver resolved a stop: as completed, incomplete or an issue. */
export interface Press {
  readonly driverId: string;
  readonly day: string;
  readonly at: Date;
  readonly isCompleted: boolean;
  readonly bags: number;
  /** The planned drive from the previous stop; null if it isn't known. */
  readonly legSeconds: number | null;
}

/** The measured time of one completed stop. */
export interface Sample {
  readonly day: string;
  readonly bags: number;
  readonly seconds: number;
}

/**
 * Time that isn't work at a stop: the moments when trucks were emptied, and the length of each driver's pause in
 * minutes.
 */
export interface Interruptions {
  readonly emptied: readonly { readonly driverId: string; readonly at: Date }[];
  readonly pauseMinutes: ReadonlyMap<string, number>;
}

const shortestSeconds = 15;
const longestSeconds = 20 * 60;

/**
 * Returns how long each completed stop took: the time between two consecutive presses on a driver's day, minus the
 * planned drive between the stops. `presses` are ordered by driver, day and visit. Leaves out what can't be the work at
 * one stop: several stops with one press, a visit to a disposal site or a pause in between, less than 15 seconds, more
 * than 20 minutes.
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

/** Only the newest stops are used. Their two million pairs take a quarter of a second. */
const mostStops = 2_000;

export interface Measurement extends ServiceSeconds {
  readonly stops: number;
  readonly from: string;
  readonly until: string;
}

/**
 * Fits a line through the samples by the Theil–Sen method (Sen 1968). The time per bag is the median slope of all pairs
 * of stops with different numbers of bags. The time per stop is the median of the remaining times. Even if almost a
 * third of the samples are wrong, the result hardly changes.
 *
 * Both times are kept within their allowed ranges. Returns null if there are too few stops, or if all have the same
 * number of bags.
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

/** Returns the median. Sorts the values in place. */
function medianOf(values: Float64Array): number {
  values.sort();
  const middle = values.length / 2;
  return ((values[Math.ceil(middle) - 1] as number) + (values[Math.floor(middle)] as number)) / 2;
}

function within({ min, max }: { min: number; max: number }, seconds: number): number {
  return Math.min(max, Math.max(min, Math.round(seconds)));
}
