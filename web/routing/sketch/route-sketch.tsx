import { useMemo } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { layoutSketch, type SketchLayout, type SketchSize, type SketchStop, sketchText } from './layout.ts';
import type { Mark } from './marks.ts';

interface RouteSketchProps {
  stops: readonly SketchStop[];
  currentId?: string | undefined;
  /** For screen readers: "Route of truck-one". The stops are in a list beside it. */
  label: string;
  size?: SketchSize;
  className?: string;
}

/** A route drawn from its coordinates, without map tiles or network. North is up. */
export function RouteSketch({ stops, currentId, label, size = 'regular', className }: RouteSketchProps) {
  const layout = useMemo(() => layoutSketch(stops, { size, currentId }), [stops, size, currentId]);
  const frameClass = classNames(
    'w-full overflow-hidden rounded-control border border-line bg-marble',
    size === 'card' ? 'aspect-[9/5]' : 'aspect-[6/5]',
    className,
  );
  if (!layout) {
    return (
      <p className={classNames('grid place-items-center px-4 text-center text-soft', frameClass)}>
        {stops.length === 0 ? 'No stops to draw.' : 'None of the stops are on the map yet.'}
      </p>
    );
  }
  const { width, height } = layout.frame;
  return (
    <svg
      role="img"
      aria-label={sketchText(label, stops, currentId, layout.missing)}
      viewBox={`0 0 ${width} ${height}`}
      className={frameClass}
    >
      <Ground layout={layout} />
      <g className="fill-none" strokeLinecap="round" strokeLinejoin="round">
        <path d={layout.way.done} className="stroke-control" strokeWidth={2} strokeDasharray="1 5" />
        <path d={layout.way.ahead} className="stroke-azure" strokeWidth={2.5} />
      </g>
      {layout.marks.map((mark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a joined mark has no id, and marks keep no state
        <SketchMark key={index} mark={mark} />
      ))}
    </svg>
  );
}

/** The layer below the route: rivers, scale, and the number of missing stops. */
function Ground({ layout: { frame, rivers, scale, missing } }: { layout: SketchLayout }) {
  const bottom = frame.height - 9;
  return (
    <>
      <g className="fill-none stroke-azure-wash" strokeLinecap="round" strokeLinejoin="round">
        {rivers.map(({ name, path, strokeWidth }) => (
          <path key={name} d={path} strokeWidth={strokeWidth} />
        ))}
      </g>
      <g className="fill-azure font-sans" fontSize={11} textAnchor="middle">
        {rivers.map(
          ({ name, nameAt }) =>
            nameAt && (
              <text key={name} dy="0.35em" transform={`translate(${nameAt.x} ${nameAt.y}) rotate(${nameAt.angle})`}>
                {name}
              </text>
            ),
        )}
      </g>
      <g className="fill-soft font-sans" fontSize={11}>
        <path d={`M10 ${bottom - 4}v4h${scale.length}v-4`} className="fill-none stroke-soft" strokeWidth={1} />
        <text x={16 + scale.length} y={bottom}>
          {scale.label}
        </text>
        {missing > 0 && (
          <text x={frame.width - 10} y={bottom} textAnchor="end">
            {missing} not on the map
          </text>
        )}
      </g>
    </>
  );
}

const plates = {
  open: { box: 'fill-ink stroke-paper', text: 'fill-maize' },
  done: { box: 'fill-leaf stroke-paper', text: 'fill-paper' },
  missed: { box: 'fill-brick stroke-paper', text: 'fill-paper' },
  current: { box: 'fill-maize stroke-ink', text: 'fill-ink' },
} as const;

/** A stop of the sketch: a number plate, a tick if done, a cross if missed, or a dot where numbers would overlap. */
function SketchMark({ mark }: { mark: Mark }) {
  const { x, y, kind, text, halfWidth, halfHeight, fontSize, anchor } = mark;
  const { box, text: textClass } = plates[kind];
  return (
    <>
      {anchor && (
        <>
          <path d={`M${anchor.x} ${anchor.y}L${x} ${y}`} className="stroke-ink" strokeWidth={1} />
          <circle cx={anchor.x} cy={anchor.y} r={2} className="fill-ink" />
        </>
      )}
      <rect
        x={x - halfWidth}
        y={y - halfHeight}
        width={2 * halfWidth}
        height={2 * halfHeight}
        rx={halfHeight * 0.45}
        className={box}
        strokeWidth={kind === 'current' ? 2 : 1}
      />
      {kind === 'done' || kind === 'missed' ? (
        <path
          d={kind === 'done' ? tick(mark) : cross(mark)}
          className="fill-none stroke-paper"
          strokeWidth={halfHeight * 0.24}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ) : (
        text && (
          <text
            x={x}
            y={y}
            dy="0.35em"
            textAnchor="middle"
            fontSize={fontSize}
            className={`${textClass} font-bold font-display`}
          >
            {text}
          </text>
        )
      )}
    </>
  );
}

function tick({ x, y, halfHeight: h }: Mark): string {
  return `M${x - h * 0.45} ${y}l${h * 0.33} ${h * 0.36}l${h * 0.6} ${-h * 0.7}`;
}

function cross({ x, y, halfHeight: h }: Mark): string {
  const arm = h * 0.38;
  return `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}M${x + arm} ${y - arm}l${-2 * arm} ${2 * arm}`;
}
