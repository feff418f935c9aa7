import type { Mark } from './marks.ts';

const plates = {
  open: { box: 'fill-ink stroke-paper', text: 'fill-maize' },
  done: { box: 'fill-leaf stroke-paper', text: 'fill-paper' },
  missed: { box: 'fill-brick stroke-paper', text: 'fill-paper' },
  current: { box: 'fill-maize stroke-ink', text: 'fill-ink' },
} as const;

/** A stop of the sketch: a number plate, a tick if done, a cross if missed, or a dot where numbers would overlap. */
export function SketchMark({ mark }: { mark: Mark }) {
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
