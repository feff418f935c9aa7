import type { Frame, Point } from './geometry.ts';

/** Places the number plates of a sketch. Stops at one address share a plate; overlapping plates are pushed apart. */

export interface StopPoint extends Point {
  readonly number: number;
  readonly isDone: boolean;
  readonly isMissed: boolean;
  readonly isCurrent: boolean;
}

export interface Mark extends Point {
  readonly kind: 'open' | 'done' | 'missed' | 'current';
  /** The text on the plate; empty for a dot. */
  readonly text: string;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly fontSize: number;
  /** The true place of a plate that was moved away from it. */
  readonly anchor: Point | null;
}

type MovingMark = { -readonly [Key in keyof Mark]: Mark[Key] } & { readonly at: Point };

/** The part of the drawing that plates may fill. Beyond it, most stops are dots. */
const fullestPart = 0.3;
const dotRadius = 3.5;
const gap = 1.5;
const rounds = 60;

/** The marks in drawing order, the current stop last. `plate` is half a plate's height. */
export function placeMarks(stops: readonly StopPoint[], frame: Frame, plate: number): Mark[] {
  const joined = joinNeighbors(stops, plate);
  const isCrowded = joined.length * (2 * plate) ** 2 > fullestPart * frame.width * frame.height;
  const groups = isCrowded ? joinNeighbors(stops, dotRadius) : joined;
  const marks = groups.map((group) => {
    const isDot = isCrowded && !isLandmark(group, stops);
    return { isDot, mark: markOf(group, plate, isDot) };
  });
  const plates = marks.flatMap(({ isDot, mark }) => (isDot ? [] : [mark]));
  for (let round = 0; round < rounds && pushApart(plates, frame); round += 1);
  const rank = ({ isDot, mark }: (typeof marks)[number]) => (mark.kind === 'current' ? 2 : isDot ? 0 : 1);
  return marks
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ mark: { at, ...mark } }) => ({
      ...mark,
      anchor: Math.hypot(mark.x - at.x, mark.y - at.y) > plate ? at : null,
    }));
}

/** Stops that keep their number when most are dots: every tenth, the first, the last and the current one. */
function isLandmark(group: readonly StopPoint[], stops: readonly StopPoint[]): boolean {
  return group.some(
    (stop) =>
      stop.isCurrent || (!stop.isDone && (stop.number % 10 === 0 || stop === stops[0] || stop === stops.at(-1))),
  );
}

/** Joins stops closer than `reach` into one mark. Only stops of the same look join, and never the current one. */
function joinNeighbors(stops: readonly StopPoint[], reach: number): StopPoint[][] {
  const groups: StopPoint[][] = [];
  for (const stop of stops) {
    const group = groups.find(
      ([first]) =>
        first &&
        !first.isCurrent &&
        !stop.isCurrent &&
        first.isDone === stop.isDone &&
        first.isMissed === stop.isMissed &&
        Math.hypot(first.x - stop.x, first.y - stop.y) < reach,
    );
    if (group) group.push(stop);
    else groups.push([stop]);
  }
  return groups;
}

function markOf(group: readonly StopPoint[], plate: number, isDot: boolean): MovingMark {
  const [first] = group;
  const { x = 0, y = 0, isDone = false, isMissed = false, isCurrent = false } = first ?? {};
  const kind = isCurrent ? 'current' : isMissed ? 'missed' : isDone ? 'done' : 'open';
  const text = isDot || isDone ? '' : numbersText(group.map(({ number }) => number));
  const halfHeight = isDot ? dotRadius : plate * (kind === 'current' ? 1.5 : isDone ? 0.8 : 1);
  const fontSize = halfHeight * 1.2;
  const halfWidth = Math.max(halfHeight, text.length * fontSize * 0.3 + halfHeight * 0.35);
  return { x, y, at: { x, y }, kind, text, halfWidth, halfHeight, fontSize, anchor: null };
}

/** "7", "3–5", "3–5, 9"; with more than two parts "1 +3". */
export function numbersText(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run && number <= run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  const texts = runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  if (texts.length <= 2) return texts.join(', ');
  const rest = runs.slice(1).reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return `${texts[0]} +${rest}`;
}

/** Moves overlapping plates apart, except the current one. Returns false if none overlapped. */
function pushApart(marks: MovingMark[], frame: Frame): boolean {
  let moved = false;
  marks.forEach((one, index) => {
    for (const other of marks.slice(index + 1)) {
      const overlapX = one.halfWidth + other.halfWidth + gap - Math.abs(one.x - other.x);
      const overlapY = one.halfHeight + other.halfHeight + gap - Math.abs(one.y - other.y);
      if (overlapX <= 0 || overlapY <= 0) continue;
      moved = true;
      const axis = overlapX < overlapY ? 'x' : 'y';
      const step = Math.min(overlapX, overlapY) * (one[axis] <= other[axis] ? 1 : -1);
      const share = one.kind === 'current' ? 0 : other.kind === 'current' ? 1 : 0.5;
      one[axis] -= step * share;
      other[axis] += step * (1 - share);
    }
  });
  for (const mark of marks) keepInside(mark, frame);
  return moved;
}

function keepInside(mark: MovingMark, { width, height }: Frame): void {
  mark.x = Math.min(Math.max(mark.x, mark.halfWidth + 2), width - mark.halfWidth - 2);
  mark.y = Math.min(Math.max(mark.y, mark.halfHeight + 2), height - mark.halfHeight - 2);
}
