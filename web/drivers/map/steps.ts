import type { DriverStop } from '../../../contract/drivers.ts';
import { type Place, placeOf } from '../../../contract/values/places.ts';
import { isDone, isOpen, numberStops } from '../schedule.ts';

/** Which stop the map shows. Stored by stop id, so that it survives a poll that reorders or shortens the route. */
export interface MapStep {
  readonly stopId: string;
  /** The stop's index when it was chosen: if the stop is unassigned, the one that follows takes its place. */
  readonly index: number;
}

/** The index of the step in the current route; without a step, of the first open stop. */
export function indexOfStep(stops: readonly DriverStop[], step: MapStep | null): number {
  if (step === null) return Math.max(0, stops.findIndex(isOpen));
  const index = stops.findIndex((stop) => stop.id === step.stopId);
  return index >= 0 ? index : Math.min(step.index, stops.length - 1);
}

/** The index of the next open stop after this one, else of the first open one before it; null if there is none. */
export function nextOpenIndex(stops: readonly DriverStop[], index: number): number | null {
  const isOther = (stop: DriverStop, at: number) => at !== index && isOpen(stop);
  const after = stops.findIndex((stop, at) => at > index && isOther(stop, at));
  const found = after >= 0 ? after : stops.findIndex(isOther);
  return found >= 0 ? found : null;
}

/** "Stop 3 of 6", by the stop numbers of the list and the picture, which may have gaps. */
export function stepText(stops: readonly DriverStop[], index: number): string {
  const numbered = numberStops(stops);
  return `Stop ${numbered[index]?.number} of ${numbered.at(-1)?.number}`;
}

/** Shown in place of the next stop if there is none. */
export function noNextText(stops: readonly DriverStop[]): string {
  if (stops.some(isOpen)) return 'none, this is the last one';
  return stops.every(isDone) ? 'none, all stops are done' : 'none, no stops are left';
}

/** Miles between two stops: the route plan's if one follows the other, else 1.25 times the straight line, or null. */
export function milesAway(stops: readonly DriverStop[], from: number, to: number): number | null {
  const [here, there] = [stops[from], stops[to]];
  if (!here || !there) return null;
  if (to === from + 1 && there.distanceFromPrevious !== null) return there.distanceFromPrevious;
  const [one, other] = [exactPlaceOf(here), exactPlaceOf(there)];
  return one && other ? milesBetween(one, other) * roadFactor : null;
}

/** Null for a place that is too vague to measure from, such as the middle of a ZIP code. */
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

/** Roads are about a quarter longer than a straight line. */
const roadFactor = 1.25;

const earthRadiusMiles = 3958.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

function milesBetween(one: Place, other: Place): number {
  const north = Math.sin(radians(other.latitude - one.latitude) / 2);
  const east = Math.sin(radians(other.longitude - one.longitude) / 2);
  const half = north ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * east ** 2;
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(half)));
}
