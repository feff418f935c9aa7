import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import {
  closestZoom,
  fitView,
  limitView,
  type Point,
  panBy,
  type Size,
  scaleOf,
  toPixels,
  type View,
  zoomAround,
} from './geometry.ts';

const paddingPx = 44;
const moveMs = 240;

export interface MapView {
  readonly view: View;
  /** True if the map shows everything, as at first. */
  readonly isFitted: boolean;
  /** Moves the map immediately, as in a drag. */
  readonly pan: (pixels: Point) => void;
  /** Multiplies the scale around a pixel, by default the center. */
  readonly zoomBy: (factor: number, options?: { at?: Point; isSmooth?: boolean }) => void;
  readonly fitAll: () => void;
  /** Shows these points as large as possible. */
  readonly fitTo: (points: readonly Point[]) => void;
  /** Moves as little as needed to show the point well inside the frame. */
  readonly reveal: (point: Point) => void;
}

/** Returns the visible part of the map. Until the user moves the map, it shows all points, even when they change. */
export function useMapView(points: readonly Point[], size: Size): MapView {
  const [moved, setMoved] = useState<View | null>(null);
  const fit = useMemo(() => fitView(points, size, Math.min(paddingPx, size.width / 8)), [points, size]);
  const view = moved ?? fit;
  const shown = useRef(view);
  useEffect(() => {
    shown.current = view;
  }, [view]);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  const show = useCallback(
    (next: View) => {
      cancelAnimationFrame(frame.current);
      shown.current = limitView(next, points, fit);
      setMoved(shown.current);
    },
    [points, fit],
  );
  const glide = useCallback(
    (target: View, onEnd?: () => void) => {
      cancelAnimationFrame(frame.current);
      const from = shown.current;
      const to = limitView(target, points, fit);
      const durationMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : moveMs;
      const startedMs = performance.now();
      const step = () => {
        const part = durationMs === 0 ? 1 : Math.min((performance.now() - startedMs) / durationMs, 1);
        shown.current = part < 1 ? viewBetween(from, to, 1 - (1 - part) ** 3) : to;
        setMoved(shown.current);
        if (part < 1) frame.current = requestAnimationFrame(step);
        else onEnd?.();
      };
      step();
    },
    [points, fit],
  );
  return {
    view,
    isFitted: moved === null,
    pan: useCallback((pixels) => show(panBy(shown.current, pixels)), [show]),
    zoomBy: useCallback(
      (factor, { at = { x: size.width / 2, y: size.height / 2 }, isSmooth = false } = {}) => {
        // The limit is applied first, so that a zoom beyond it doesn't move the map.
        const { zoom } = limitView({ ...shown.current, zoom: shown.current.zoom + Math.log2(factor) }, points, fit);
        (isSmooth ? glide : show)(zoomAround(shown.current, size, at, zoom));
      },
      [show, glide, size, points, fit],
    ),
    fitAll: useCallback(() => glide(fit, () => setMoved(null)), [glide, fit]),
    fitTo: useCallback(
      (wanted) => {
        const target = fitView(wanted, size, Math.min(80, size.width / 5));
        const [first] = wanted;
        const isOnePlace = first && wanted.every(({ x, y }) => x === first.x && y === first.y);
        glide(isOnePlace ? { ...target, zoom: closestZoom } : unclampedFit(wanted, size, target));
      },
      [glide, size],
    ),
    reveal: useCallback(
      (point) => {
        const by = wayInside(toPixels(point, shown.current, size), size);
        if (by.x !== 0 || by.y !== 0) glide(panBy(shown.current, by));
      },
      [glide, size],
    ),
  };
}

/** Returns a view that may be closer than a neighborhood, because the stops of a cluster may be only meters apart. */
function unclampedFit(points: readonly Point[], size: Size, target: View): View {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const extent = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys), 1e-3);
  const zoom = Math.log2(Math.min(size.width, size.height) / 2 / extent / scaleOf(0));
  return { ...target, zoom: Math.max(target.zoom, Math.min(zoom, closestZoom)) };
}

/** Returns how far to move the map, in pixels, so that the point is away from the edges. */
function wayInside({ x, y }: Point, { width, height }: Size): Point {
  const [marginX, marginY] = [width / 5, height / 5];
  const along = (at: number, margin: number, length: number) =>
    at < margin ? length / 2 - at : at > length - margin ? length / 2 - at : 0;
  return { x: along(x, marginX, width), y: along(y, marginY, height) };
}

function viewBetween(from: View, to: View, part: number): View {
  const zoom = from.zoom + (to.zoom - from.zoom) * part;
  // The scale changes exponentially; this makes the center move evenly on the screen.
  const [start, end, now] = [scaleOf(from.zoom), scaleOf(to.zoom), scaleOf(zoom)];
  const way = Math.abs(end - start) < 1e-9 ? part : (1 / start - 1 / now) / (1 / start - 1 / end);
  return { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way, zoom };
}

/** Returns the size of an element in pixels; 0 before it is laid out. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

interface Gestures {
  pan: MapView['pan'];
  zoomBy: MapView['zoomBy'];
  /** Called on a press without a drag, in pixels of the frame. `reach` is how far from a stop the press may be. */
  onPress: (at: Point, reach: number) => void;
}

const dragThresholdPx = 5;
/** For this long after the page was scrolled, the wheel keeps scrolling the page, even over the map. */
const pageScrollMs = 250;

/** Handles drag, pinch, wheel and press on the map's surface. */
export function useGestures(surface: RefObject<HTMLElement | null>, { pan, zoomBy, onPress }: Gestures): void {
  const pressed = useEffectEvent(onPress);
  const panned = useEffectEvent(pan);
  const zoomed = useEffectEvent(zoomBy);
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const fingers = new Map<number, Point>();
    let start: Point | null = null;
    let isDrag = false;
    let lastScrollMs = Number.NEGATIVE_INFINITY;
    let wheelZoom = 0;
    let wheelFrame = 0;
    const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top } = element.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    const onDown = (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      fingers.set(event.pointerId, pointOf(event));
      if (fingers.size === 1) [start, isDrag] = [pointOf(event), false];
    };
    const onMove = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (!before || !start) return;
      const now = pointOf(event);
      if (!isDrag && fingers.size === 1 && Math.hypot(now.x - start.x, now.y - start.y) < dragThresholdPx) return;
      // Captured only once it is a drag, because a captured press wouldn't reach the stop below it.
      if (!isDrag) element.setPointerCapture(event.pointerId);
      isDrag = true;
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, now);
      if (!other) return panned({ x: now.x - before.x, y: now.y - before.y });
      const apart = (finger: Point) => Math.max(Math.hypot(finger.x - other.x, finger.y - other.y), 10);
      panned({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 });
      zoomed(apart(now) / apart(before), { at: { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 } });
    };
    const onUp = (event: PointerEvent) => {
      const wasPress = fingers.delete(event.pointerId) && fingers.size === 0 && !isDrag;
      if (wasPress && event.type === 'pointerup') pressed(pointOf(event), event.pointerType === 'mouse' ? 12 : 24);
    };
    const onWheel = (event: WheelEvent) => {
      if (performance.now() - lastScrollMs < pageScrollMs) return;
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const speed = event.ctrlKey ? 0.01 : 0.002;
      wheelZoom -= Math.min(Math.max(event.deltaY * lines, -200), 200) * speed;
      const at = pointOf(event);
      // Some mice send several events per frame. Their zooms are added up and drawn once.
      wheelFrame ||= requestAnimationFrame(() => {
        zoomed(2 ** wheelZoom, { at });
        [wheelZoom, wheelFrame] = [0, 0];
      });
    };
    const onScroll = () => {
      lastScrollMs = performance.now();
    };
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener('pointerdown', onDown, { signal });
    element.addEventListener('pointermove', onMove, { signal });
    for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, onUp, { signal });
    element.addEventListener('wheel', onWheel, { signal, passive: false });
    addEventListener('scroll', onScroll, { signal, passive: true });
    return () => {
      stop.abort();
      cancelAnimationFrame(wheelFrame);
    };
  }, [surface]);
}
