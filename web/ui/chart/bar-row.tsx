import { barsOf, shortCount } from './bars.ts';

interface BarRowProps {
  name: string;
  /** The sum as formatted text. */
  sum: string;
  counts: readonly number[];
  /** The count that gets a bar of the full height. */
  tallest: number;
  /** A class such as `fill-azure`. */
  fill: string;
  /** The index of the highlighted column, such as today's; negative for none. */
  marked?: number;
}

/** With more bars than this, a phone has no room for their figures. The scale and the table still show them. */
const mostLabeled = 14;
const labelPx = 18;
const barsPx = 56;
const base = labelPx + barsPx;

/** One row of bars with its name and sum. Decorative, because a table has the figures for screen readers. */
export function BarRow({ name, sum, counts, tallest, fill, marked = -1 }: BarRowProps) {
  const isLabeled = counts.length <= mostLabeled;
  const column = 100 / counts.length;
  return (
    <div className="mt-3 first:mt-0 print:mt-1">
      <p className="flex items-baseline justify-between gap-2">
        <span className="font-semibold">{name}</span>
        <span className="text-soft">{sum}</span>
      </p>
      <svg width="100%" height={base + 2} className="block overflow-visible" aria-hidden="true">
        {marked >= 0 && (
          <rect x={`${column * marked}%`} y="0" width={`${column}%`} height={base + 2} className="fill-maize-wash" />
        )}
        {!isLabeled && tallest > 0 && (
          <>
            <rect x="0" y={labelPx} width="100%" height="1" className="fill-line" />
            <text x="0" y={labelPx - 4} className="fill-soft text-[0.75rem]">
              {shortCount(tallest)}
            </text>
          </>
        )}
        {barsOf(counts, tallest, barsPx).map((bar) => (
          <g key={bar.center}>
            {bar.height > 0 && (
              <rect
                x={`${bar.x}%`}
                y={base - bar.height}
                width={`${bar.width}%`}
                height={bar.height}
                className={fill}
              />
            )}
            {isLabeled && (
              <text
                x={`${bar.center}%`}
                y={base - bar.height - 4}
                textAnchor="middle"
                className="fill-ink text-[0.75rem]"
              >
                {bar.label}
              </text>
            )}
          </g>
        ))}
        <rect x="0" y={base} width="100%" height="2" className="fill-ink" />
      </svg>
    </div>
  );
}
