import type { DriverStop } from '../../../contract/drivers.ts';
import { type Place, placeOf } from '../../../contract/values/places.ts';
import { isDone, isOpen, numberStops } from '../schedule.ts';
import { milesBetween, roadFactor } from './miles.ts';

/** Where on the route the map stands. Known by the stop, so that it survives a poll that reorders or shortens the route. */
export interface MapStep {
  readonly stopId: string;
  /** Where the stop stood when it was chosen: its successor takes over when the dispatcher takes it away. */
  readonly index: number;
}

/** The place of the step in the route as it is now; without a step, the first stop still to be done. */
export function indexOfStep(stops: readonly DriverStop[], step: MapStep | null): number {
  if (step === null) return Math.max(0, stops.findIndex(isOpen));
  const index = stops.findIndex((stop) => stop.id === step.stopId);
  return index >= 0 ? index : Math.min(step.index, stops.length - 1);
}

/** The next open stop after this one, else the first open one before it; null when none is left. */
export function nextOpenIndex(stops: readonly DriverStop[], index: number): number | null {
  const isOther = (stop: DriverStop, at: number) => at !== index && isOpen(stop);
  const after = stops.findIndex((stop, at) => at > index && isOther(stop, at));
  const found = after >= 0 ? after : stops.findIndex(isOther);
  return found >= 0 ? found : null;
}

/**
 * "Stop 3 of 6", by the numbers of the list and the picture: they skip one that was just taken away, or that the dispatcher has
 * marked as not done.
 */
export function stepText(stops: readonly DriverStop[], index: number): string {
  const numbered = numberStops(stops);
  return `Stop ${numbered[index]?.number} of ${numbered.at(-1)?.number}`;
}

/** What stands in the place of a next stop when there is none. */
export function noNextText(stops: readonly DriverStop[]): string {
  if (stops.some(isOpen)) return 'none, this is the last one';
  return stops.every(isDone) ? 'none, all stops are done' : 'none, no stop is left';
}

/**
 * How far the other stop is from this one, in miles: by the plan where the plan drives straight from one to the other,
 * else as the crow flies and a quarter more; null where it is not known.
 */
export function milesAway(stops: readonly DriverStop[], from: number, to: number): number | null {
  const [here, there] = [stops[from], stops[to]];
  if (!here || !there) return null;
  if (to === from + 1 && there.distanceFromPrevious !== null) return there.distanceFromPrevious;
  const [one, other] = [exactPlaceOf(here), exactPlaceOf(there)];
  return one && other ? milesBetween(one, other) * roadFactor : null;
}

/** A place good enough to measure from: the middle of a ZIP code is not. */
function exactPlaceOf(stop: DriverStop): Place | null {
  const place = placeOf(stop);
  return place?.precision === 'area' ? null : place;
}

/** "0.8 miles away" */
export function milesAwayText(miles: number): string {
  if (miles < 0.05) return 'less than 0.1 miles away';
  const text = miles < 10 ? miles.toFixed(1) : String(Math.round(miles));
  return text === '1.0' ? '1 mile away' : `${text.replace(/\.0$/, '')} miles away`;
}
