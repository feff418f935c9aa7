import { type Degrees, drawWay, type Frame, fitPlaces, isOnEarth, plausibleAmong, scaleBar } from './geometry.ts';
import { type Mark, placeMarks } from './marks.ts';
import { type DrawnRiver, drawRivers } from './rivers.ts';

export interface SketchStop {
  readonly id: string;
  /** Its number in the list beside the sketch. */
  readonly number: number;
  readonly place: Degrees | null;
  readonly isDone: boolean;
  /** Resolved without being completed: marked with a cross. */
  readonly isMissed?: boolean;
}

export interface SketchLayout {
  readonly frame: Frame;
  readonly way: { readonly done: string; readonly ahead: string };
  readonly marks: readonly Mark[];
  readonly rivers: readonly DrawnRiver[];
  readonly scale: { readonly length: number; readonly label: string };
  readonly missing: number;
}

/** `regular` fills a screen, `card` fits a card. */
export type SketchSize = 'regular' | 'card';

const shapes = {
  regular: { frame: { width: 360, height: 300, padding: 30 }, plate: 11 },
  card: { frame: { width: 360, height: 200, padding: 24 }, plate: 9.5 },
} as const;

/** The strip below the stops that holds the scale. */
const footHeight = 18;

interface SketchOptions {
  readonly size: SketchSize;
  readonly currentId: string | undefined;
}

/** Lays out the drawing in its own units. Null if no stop has a place. */
export function layoutSketch(stops: readonly SketchStop[], { size, currentId }: SketchOptions): SketchLayout | null {
  const { frame, plate } = shapes[size];
  const found = stops.flatMap(({ place, ...stop }) => (isOnEarth(place) ? [{ ...stop, place }] : []));
  const isPlausible = plausibleAmong(found.map(({ place }) => place));
  const shown = found.filter(({ place }) => isPlausible(place));
  if (shown.length === 0) return null;
  const stage = { ...frame, height: frame.height - footHeight };
  const projection = fitPlaces(
    shown.map(({ place }) => place),
    stage,
  );
  const points = shown.map(({ place, id, number, isDone, isMissed = false }) => ({
    ...projection.toPoint(place),
    number,
    isDone: isDone || isMissed,
    isMissed,
    isCurrent: id === currentId && !isDone && !isMissed,
  }));
  const marks = placeMarks(points, stage, plate);
  return {
    frame,
    way: drawWay(points),
    marks,
    rivers: drawRivers(projection, frame, [...points, ...marks]),
    scale: scaleBar(projection.unitsPerMile, 90),
    missing: stops.length - shown.length,
  };
}

export function sketchText(
  label: string,
  stops: readonly SketchStop[],
  currentId: string | undefined,
  missing: number,
): string {
  const missed = stops.filter(({ isMissed }) => isMissed).length;
  const done = stops.filter(({ isDone, isMissed }) => isDone && !isMissed).length;
  const current = stops.find(({ id, isDone, isMissed }) => id === currentId && !isDone && !isMissed);
  const parts = [
    label,
    stops.length === 1 ? '1 stop' : `${stops.length} stops`,
    ...(done > 0 ? [`${done} done`] : []),
    ...(missed > 0 ? [`${missed} not completed`] : []),
    ...(current ? [`now at stop ${current.number}`] : []),
    ...(missing > 0 ? [`${missing} not on the map`] : []),
  ];
  return parts.join(', ');
}
