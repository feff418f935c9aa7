import { type Place, placeOf } from '../../../contract/values/places.ts';
import { isDone, isOpenItem, type RouteItem } from '../schedule.ts';

/** The stop or visit that the map shows. The id keeps it the same when a poll reorders or shortens the route. */
export interface MapStep {
  readonly id: string;
  /** Its index when it was chosen. If it leaves the route, the map shows the item that is now at this index. */
  readonly index: number;
}

/** Returns the index of the step in the current route; without a step, the index of the first open item. */
export function indexOfStep(items: readonly RouteItem[], step: MapStep | null): number {
  if (step === null) return Math.max(0, items.findIndex(isOpenItem));
  const index = items.findIndex(({ id }) => id === step.id);
  return index >= 0 ? index : Math.min(step.index, items.length - 1);
}

/** Returns the index of the next open item after `index`, else of the first open one before it, else null. */
export function nextOpenIndex(items: readonly RouteItem[], index: number): number | null {
  const isOther = (item: RouteItem, at: number) => at !== index && isOpenItem(item);
  const after = items.findIndex((item, at) => at > index && isOther(item, at));
  const found = after >= 0 ? after : items.findIndex(isOther);
  return found >= 0 ? found : null;
}

/** Returns "Stop 3 of 6", or "After stop 3 of 6" for a visit. The stops' numbers, as in the list, may have gaps. */
export function stepText(items: readonly RouteItem[], index: number): string {
  const numberOf = (item: RouteItem) => (item.kind === 'stop' ? item.number : null);
  const last = items.map(numberOf).findLast((number) => number !== null);
  const number = items
    .slice(0, index + 1)
    .map(numberOf)
    .findLast((one) => one !== null);
  if (items[index]?.kind === 'stop') return `Stop ${number} of ${last}`;
  return number ? `After stop ${number} of ${last}` : 'Before the first stop';
}

/** Returns the text in place of the next stop when there is none. */
export function noNextText(items: readonly RouteItem[]): string {
  if (items.some(isOpenItem)) return 'none, this is the last one';
  const areDone = items.every((item) => item.kind === 'visit' || isDone(item.stop));
  return areDone ? 'none, all stops are done' : 'none, no stops are left';
}

/**
 * Returns the miles between two steps: the route plan's distance if `to` directly follows `from`, else 1.25 times the
 * straight line. Null if a place is unknown or too vague.
 */
export function milesAway(items: readonly RouteItem[], from: number, to: number): number | null {
  const [here, there] = [items[from], items[to]];
  if (!here || !there) return null;
  const planned = there.kind === 'stop' ? there.stop.distanceFromPrevious : there.visit.milesFromPrevious;
  if (to === from + 1 && planned !== null) return planned;
  const [one, other] = [exactPlaceOf(here), exactPlaceOf(there)];
  return one && other ? milesBetween(one, other) * roadFactor : null;
}

/** Returns the item's place; null if it is unknown or too vague to measure from, such as the middle of a ZIP code. */
function exactPlaceOf(item: RouteItem): Place | null {
  const place = item.kind === 'stop' ? placeOf(item.stop) : item.visit.place;
  return place?.precision === 'area' ? null : place;
}

/** Returns "0.8 miles away". */
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
