import { memo } from 'react';
import { groupBy } from '../../ui/group-by.ts';
import { scaleOf } from './geometry.ts';
import { type PlacedStop, siteText, stopText } from './map-stops.ts';
import { dotRadius, type Mark, type SiteMark } from './marks.ts';

interface MarkShapeProps {
  mark: Mark;
  zoom: number;
  isFaded: boolean;
  isTabStop: boolean;
}

const unassignedColor = 'var(--color-paper)';

/** A stop or a cluster. The map handles presses and keys and finds the mark by its id. */
export const MarkShape = memo(function MarkShape({ mark, zoom, isFaded, isTabStop }: MarkShapeProps) {
  const { id, x, y, stops, isSelected } = mark;
  const scale = scaleOf(zoom);
  const [stop] = stops;
  if (!stop) return null;
  const isCluster = stops.length > 1;
  const text = isCluster ? `${stops.length} stops close together` : stopText(stop);
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
    <g
      role="button"
      data-mark={id}
      aria-label={text}
      aria-pressed={isCluster ? undefined : isSelected}
      tabIndex={isTabStop ? 0 : -1}
      transform={`translate(${x * scale} ${y * scale})`}
      opacity={isFaded && !isSelected ? 0.18 : undefined}
      className="map-mark"
    >
      <title>{text}</title>
      <circle
        r={(mark.kind === 'dot' ? dotRadius : mark.halfWidth) + 5}
        className="map-ring fill-paper stroke-azure"
        strokeWidth={3}
      />
      {isCluster ? <Cluster mark={mark} /> : <Stop mark={mark} stop={stop} />}
    </g>
  );
});

export const siteLetter = 'D';

/** A disposal site. It can't be pressed, because its visits are rows of the routes. */
export const SiteShape = memo(function SiteShape({ mark, zoom, isFaded }: SiteShapeProps) {
  const { site, x, y, hasLetter, halfWidth } = mark;
  const scale = scaleOf(zoom);
  const text = siteText(site);
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: an SVG group isn't interactive
    <g
      role="img"
      aria-label={text}
      transform={`translate(${x * scale} ${y * scale})`}
      opacity={isFaded ? 0.18 : undefined}
    >
      <title>{text}</title>
      <rect
        x={-halfWidth}
        y={-halfWidth}
        width={2 * halfWidth}
        height={2 * halfWidth}
        className="fill-ink stroke-paper"
        strokeWidth={1.5}
      />
      {hasLetter && (
        <text dy="0.35em" textAnchor="middle" fontSize={12} className="fill-paper font-bold font-display">
          {siteLetter}
        </text>
      )}
    </g>
  );
});

interface SiteShapeProps {
  mark: SiteMark;
  zoom: number;
  isFaded: boolean;
}

function Cluster({ mark: { stops, kind, halfWidth } }: { mark: Mark }) {
  if (kind === 'dot') return <circle r={dotRadius} className="fill-ink stroke-paper" strokeWidth={1.5} />;
  return (
    <>
      <circle r={halfWidth} className="fill-paper" />
      <ClusterRing stops={stops} radius={halfWidth - 2} />
      <text dy="0.35em" textAnchor="middle" fontSize={11} className="fill-ink font-bold font-display">
        {stops.length}
      </text>
    </>
  );
}

/** A ring with one arc for each driver. The arc's length is the driver's share of the cluster. */
function ClusterRing({ stops, radius }: { stops: readonly PlacedStop[]; radius: number }) {
  const around = 2 * Math.PI * radius;
  const parts = [...groupBy(stops, ({ route }) => route?.color ?? null)];
  let before = 0;
  return parts.map(([color, members]) => {
    const length = (members.length / stops.length) * around;
    const offset = -before;
    before += length;
    return (
      <circle
        key={color}
        r={radius}
        fill="none"
        stroke={color ?? 'var(--color-soft)'}
        strokeWidth={3.5}
        strokeDasharray={`${length} ${around - length}`}
        strokeDashoffset={offset}
        transform="rotate(-90)"
      />
    );
  });
}

function Stop({ mark, stop }: { mark: Mark; stop: PlacedStop }) {
  const { kind, halfWidth, halfHeight, isSelected } = mark;
  const color = stop.route?.color ?? unassignedColor;
  const look = lookOf(stop, color, isSelected);
  if (kind === 'dot') {
    if (!stop.route) return <rect x={-5} y={-5} width={10} height={10} {...look.shape} strokeWidth={1.5} />;
    return <circle r={dotRadius - (stop.status === 'done' ? 1 : 0)} {...look.shape} strokeWidth={1.5} />;
  }
  return (
    <>
      <rect
        x={-halfWidth}
        y={-halfHeight}
        width={2 * halfWidth}
        height={2 * halfHeight}
        rx={stop.route ? halfHeight * 0.45 : 0}
        {...look.shape}
        strokeWidth={isSelected ? 2.5 : 1.5}
      />
      {stop.status === 'open' || isSelected ? (
        <text
          dy="0.35em"
          textAnchor="middle"
          fontSize={halfHeight * 1.2}
          fill={look.text}
          className="font-bold font-display"
        >
          {stop.number ?? '+'}
        </text>
      ) : (
        <path
          d={stop.status === 'done' ? tick(halfHeight) : cross(halfHeight)}
          fill="none"
          stroke={look.text}
          strokeWidth={halfHeight * 0.24}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </>
  );
}

/**
 * Returns the colors of a stop. Open stops are filled with their driver's color, done stops are only outlined, and
 * missed stops are brick red.
 */
function lookOf({ status, route }: PlacedStop, color: string, isSelected: boolean) {
  if (isSelected)
    return { shape: { fill: 'var(--color-maize)', stroke: 'var(--color-ink)' }, text: 'var(--color-on-maize)' };
  if (!route) return { shape: { fill: 'var(--color-paper)', stroke: 'var(--color-ink)' }, text: 'var(--color-ink)' };
  if (status === 'missed') return { shape: { fill: 'var(--color-brick)', stroke: color }, text: 'var(--color-paper)' };
  if (status === 'done') return { shape: { fill: 'var(--color-paper)', stroke: color }, text: color };
  return { shape: { fill: color, stroke: 'var(--color-paper)' }, text: 'var(--color-paper)' };
}

function tick(h: number): string {
  return `M${-h * 0.45} 0l${h * 0.33} ${h * 0.36}l${h * 0.6} ${-h * 0.7}`;
}

function cross(h: number): string {
  const arm = h * 0.38;
  return `M${-arm} ${-arm}l${2 * arm} ${2 * arm}M${arm} ${-arm}l${-2 * arm} ${2 * arm}`;
}
