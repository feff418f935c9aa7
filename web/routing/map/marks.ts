import { type Box, BoxIndex, boxAround, boxBelow } from './boxes.ts';
import { type Point, type Size, scaleOf } from './geometry.ts';
import type { PlacedDay, PlacedSite, PlacedStop } from './map-stops.ts';

/**
 * Lays out the stops at a zoom. Stops whose dots would overlap become one cluster with a count. A stop shows its number
 * if the number covers no other stop; the rest are dots. Sizes are in pixels, positions in map units.
 */

export interface Mark extends Point {
  /** The first stop's id. */
  readonly id: string;
  /** One stop, or all stops of a cluster. */
  readonly stops: readonly PlacedStop[];
  readonly kind: 'dot' | 'plate' | 'cluster';
  readonly isSelected: boolean;
  /** Half the width of the plate or cluster, in pixels. */
  readonly halfWidth: number;
  /** Half its height, in pixels. */
  readonly halfHeight: number;
}

/** A disposal site: a square with a letter if that covers no other label, else a smaller square. */
export interface SiteMark extends Point {
  readonly site: PlacedSite;
  readonly hasLetter: boolean;
  /** Half the length of its side, in pixels. */
  readonly halfWidth: number;
  readonly halfHeight: number;
}

export const dotRadius = 4.5;
const plateHalf = 9.5;
export const selectedHalf = 15;
const clusterHalf = 10.5;
const siteHalf = 10;
const smallSiteHalf = 4.5;

/**
 * Returns the zoom for which the marks are laid out. It is rounded down: at the real zoom everything is at least as far
 * apart, and while zooming the marks change a few times instead of with every frame.
 */
export function layoutZoomOf(zoom: number): number {
  return Math.floor(zoom * 4) / 4;
}

/** The marks of a map. The sites are drawn below the stops. */
export interface Marks {
  readonly sites: readonly SiteMark[];
  /** In drawing order: dots, plates, clusters, the selected stop. */
  readonly stops: readonly Mark[];
}

/** Returns the marks of a map. Numbers and counts don't cover the selected stop's label or the sites. */
export function layoutMarks(
  { stops, sites }: Pick<PlacedDay, 'stops' | 'sites'>,
  zoom: number,
  selectedId: string | null,
  label: Size | null = null,
): Marks {
  const scale = scaleOf(zoom);
  const pixels = stops.map((stop) => ({ stop, x: stop.x * scale, y: stop.y * scale }));
  const selected = pixels.find(({ stop }) => stop.id === selectedId);
  const taken = new BoxIndex<unknown>();
  const front = selected && { ...selected, stops: [selected.stop], ...plateSize(selected.stop, selectedHalf) };
  for (const box of front ? boxesOfSelected(front, label) : []) taken.add(box, front);
  const siteMarks = layoutSites(sites, scale, taken);
  const groups = absorbCovered(joinNeighbors(pixels.filter((stop) => stop !== selected)));
  const [single, joined] = [groups.filter(isSingle), groups.filter((group) => !isSingle(group))];
  // A cluster whose count would be hidden below the selected stop or a site becomes a dot.
  const counted = new Set(joined.filter((group) => taken.overlapping(boxAround(group, group)).size === 0));
  for (const group of joined) taken.add(boxAround(group, group), group);
  const numbered = chooseNumbered(single, taken);
  const marks = (some: readonly Group[], kind: Mark['kind'], isSelected = false): Mark[] =>
    some.map(({ stops: members, x, y, halfWidth, halfHeight }) => ({
      ...{ id: members[0]?.id ?? '', stops: members, kind, isSelected, halfWidth, halfHeight },
      ...{ x: x / scale, y: y / scale },
    }));
  const stopMarks = [
    ...marks(
      [...single.filter((group) => !numbered.has(group)), ...joined.filter((group) => !counted.has(group))],
      'dot',
    ),
    ...marks([...numbered], 'plate'),
    ...marks([...counted], 'cluster'),
    ...marks(front ? [front] : [], 'plate', true),
  ];
  return { sites: siteMarks, stops: stopMarks };
}

/** Returns the sites' marks, the small ones first so that letters are drawn above them. Adds their boxes to `taken`. */
function layoutSites(sites: readonly PlacedSite[], scale: number, taken: BoxIndex<unknown>): SiteMark[] {
  const marks = sites.map((site) => {
    const at = { x: site.x * scale, y: site.y * scale };
    const hasLetter = taken.overlapping(boxAround(at, { halfWidth: siteHalf, halfHeight: siteHalf })).size === 0;
    const half = hasLetter ? siteHalf : smallSiteHalf;
    const size = { halfWidth: half, halfHeight: half };
    taken.add(boxAround(at, size), site);
    return { site, x: site.x, y: site.y, hasLetter, ...size };
  });
  return marks.sort((one, other) => Number(one.hasLetter) - Number(other.hasLetter));
}

/** Stops at one position, in pixels. */
interface Group extends Point {
  readonly stops: readonly PlacedStop[];
  readonly halfWidth: number;
  readonly halfHeight: number;
}

interface PixelStop extends Point {
  readonly stop: PlacedStop;
}

const isSingle = ({ stops }: Group) => stops.length === 1;

/** Returns the box of the selected stop's plate and the box of its label below. */
export function boxesOfSelected(mark: Group | Mark, label: Size | null): Box[] {
  const plate = boxAround(mark, mark);
  return label ? [plate, boxBelow(plate, label)] : [plate];
}

/** Returns a stop with room for its number, or a cluster with room for its count. */
function groupOf(stops: readonly PlacedStop[], { x, y }: Point): Group {
  const [first] = stops;
  if (stops.length === 1 && first) return { x, y, stops, ...plateSize(first, plateHalf) };
  const half = clusterHalf + (stops.length > 99 ? 4 : 0);
  return { x, y, stops, halfWidth: half, halfHeight: half };
}

function plateSize({ number }: PlacedStop, half: number): Pick<Mark, 'halfWidth' | 'halfHeight'> {
  const digits = number === null ? 1 : String(number).length;
  return { halfWidth: Math.max(half, digits * half * 0.36 + half * 0.4), halfHeight: half };
}

/** Joins stops whose dots would overlap. */
function joinNeighbors(stops: readonly PixelStop[]): Group[] {
  const index = new BoxIndex<{ at: Point; members: PlacedStop[] }>();
  const joined: { at: Point; members: PlacedStop[] }[] = [];
  for (const { stop, x, y } of stops) {
    const [near] = index.overlapping(dotBox({ x, y }));
    if (near) {
      near.members.push(stop);
      continue;
    }
    const fresh = { at: { x, y }, members: [stop] };
    joined.push(fresh);
    index.add(dotBox(fresh.at), fresh);
  }
  return joined.map(({ at, members }) => groupOf(members, at));
}

/** Merges each cluster with the stops and clusters that its circle would cover, until none is covered. */
function absorbCovered(groups: readonly Group[]): readonly Group[] {
  const index = new BoxIndex<Group>();
  for (const group of groups) index.add(isSingle(group) ? dotBox(group) : boxAround(group, group), group);
  const absorbed = new Set<Group>();
  const merged: Group[] = [];
  for (const group of groups) {
    if (isSingle(group) || absorbed.has(group)) continue;
    const covered = [...index.overlapping(boxAround(group, group))].filter((other) => !absorbed.has(other));
    if (covered.length === 1) continue;
    for (const other of covered) absorbed.add(other);
    merged.push(mergeGroups(covered));
  }
  if (merged.length === 0) return groups;
  return absorbCovered([...merged, ...groups.filter((group) => !absorbed.has(group))]);
}

function mergeGroups(groups: readonly Group[]): Group {
  const stops = groups.flatMap((group) => group.stops);
  const mean = (of: (group: Group) => number) =>
    groups.reduce((sum, group) => sum + of(group) * group.stops.length, 0) / stops.length;
  return groupOf(stops, { x: mean(({ x }) => x), y: mean(({ y }) => y) });
}

/** Returns the stops that show their number, chosen by usefulness. A number covers no other stop and no other label. */
function chooseNumbered(single: readonly Group[], taken: BoxIndex<unknown>): Set<Group> {
  const dots = new BoxIndex<Group>();
  for (const group of single) dots.add(dotBox(group), group);
  const chosen = new Set<Group>();
  for (const group of single.filter(isNumbered).toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const box = boxAround(group, group);
    // The number always covers the stop's own dot.
    if (taken.overlapping(box).size > 0 || dots.overlapping(box).size > 1) continue;
    taken.add(box, group);
    chosen.add(group);
  }
  return chosen;
}

const isNumbered = ({ stops: [stop] }: Group) => stop !== undefined && stop.number !== null;

/**
 * Ranks a stop's number, most useful first: missed stops, then the ends of a route, then tens, then
 * fives. Done stops come last.
 */
function rankOf({ stops: [stop] }: Group): number {
  if (!stop || stop.number === null || stop.status === 'done') return 5;
  if (stop.status === 'missed') return 0;
  if (stop.id === stop.route?.stops[0]?.id || stop.id === stop.route?.stops.at(-1)?.id) return 1;
  return stop.number % 10 === 0 ? 2 : stop.number % 5 === 0 ? 3 : 4;
}

/** Returns the box of a dot, slightly smaller than the dot, because dots may touch. */
const dotBox = (point: Point) => boxAround(point, { halfWidth: dotRadius - 0.5, halfHeight: dotRadius - 0.5 });
