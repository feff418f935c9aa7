import { memo } from 'react';
import { type Size, scaleOf, toPixels, type View } from './geometry.ts';
import { lineHeightPx, nameSizePx, type PlacedName } from './names.ts';
import type { Ground } from './outlines.ts';
import { drawnRivers } from './rivers.ts';

/** Returns the SVG transform from map units to pixels of the frame. */
export function groundTransform(view: View, size: Size): string {
  const origin = toPixels({ x: 0, y: 0 }, view, size);
  return `translate(${origin.x} ${origin.y}) scale(${scaleOf(view.zoom)})`;
}

const thinnestRiverPx = 2;

/** Neighborhoods and rivers, in map units. Only the surrounding transform changes while the map moves. */
export const GroundShapes = memo(function GroundShapes({ ground, zoom }: { ground: Ground | null; zoom: number }) {
  return (
    <>
      {ground && <path d={ground.path} className="fill-paper" />}
      <g className="fill-none stroke-azure-wash" strokeLinecap="round" strokeLinejoin="round">
        {drawnRivers.map(({ name, path, width }) => (
          <path key={name} d={path} strokeWidth={Math.max(width, thinnestRiverPx / scaleOf(zoom))} />
        ))}
      </g>
      {ground && (
        <path d={ground.path} className="fill-none stroke-line" strokeWidth={1} vectorEffect="non-scaling-stroke" />
      )}
    </>
  );
});

/** The names of neighborhoods and rivers, in pixels from the map's origin. */
export const GroundNames = memo(function GroundNames({ names, zoom }: { names: readonly PlacedName[]; zoom: number }) {
  const scale = scaleOf(zoom);
  return (
    <g
      className="stroke-paper font-sans"
      fontSize={nameSizePx}
      textAnchor="middle"
      strokeWidth={3}
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {names.map(({ lines, x, y, angle, isRiver }) => (
        <text
          key={`${lines.join()} ${x} ${y}`}
          transform={`translate(${x * scale} ${y * scale}) rotate(${angle})`}
          className={isRiver ? 'fill-azure stroke-azure-wash' : 'fill-soft'}
        >
          {lines.map((line, index) => (
            <tspan key={line} x={0} y={(index - (lines.length - 1) / 2) * lineHeightPx} dy="0.35em">
              {line}
            </tspan>
          ))}
        </text>
      ))}
    </g>
  );
});
