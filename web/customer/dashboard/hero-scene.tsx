import {
  At,
  Bag,
  Bin,
  Ground,
  House,
  type HouseProps,
  Lamp,
  paint,
  Tree,
  Truck,
} from '../../ui/street/street-parts.tsx';
import type { curbsideOf } from './dashboard-words.ts';

const ground = 268;

/**
 * The street below the dashboard's greeting, 960 × 340: houses on the right, open street on the left, behind the card's
 * text. The street continues beyond both edges.
 */
export function HeroScene({ curbside, className }: { curbside: ReturnType<typeof curbsideOf>; className?: string }) {
  return (
    <svg viewBox="0 0 960 340" preserveAspectRatio="xMaxYMax meet" className={className} aria-hidden="true">
      <circle cx="628" cy="150" r="118" fill={paint.glow} />
      <circle cx="628" cy="150" r="68" fill={paint.maize} />
      <path
        d="M252 268v-14h48v-12h44v12h40v-26h36v12h30v-34h16v-10h14v10h16v26h44v-14h40v18h60v-22h60v54z"
        fill={paint.far}
      />
      <At x={0} y={ground}>
        {houses.map(({ x, ...house }) => (
          <At key={x} x={x} y={0} scale={0.82}>
            <House {...house} />
          </At>
        ))}
        <Ground from={-960} length={2400} depth={72} />
        <At x={536} y={12} scale={0.74}>
          <Lamp />
        </At>
        <At x={606} y={10} scale={0.74}>
          <Tree />
        </At>
        <At x={846} y={20} scale={0.84}>
          <Bin />
        </At>
        {curbside !== 'empty' && (
          <>
            <At x={742} y={24} scale={1.05}>
              <Bag />
            </At>
            <At x={778} y={24} scale={0.84}>
              <Bag />
            </At>
            <At x={712} y={24} scale={0.76}>
              <Bag />
            </At>
          </>
        )}
        {curbside === 'truck' && (
          <At x={504} y={56} scale={0.72}>
            <Truck />
          </At>
        )}
      </At>
    </svg>
  );
}

const { azure, clay, green, maize, navy, rust, sand, stone, wine } = paint;

const houses: readonly (HouseProps & { x: number })[] = [
  { x: 652, width: 116, floors: 2, brick: sand, trim: stone, door: navy, shutters: navy, lit: [1] },
  { x: 747, width: 118, floors: 2, brick: clay, trim: stone, door: green, shutters: green, lit: [0, 2] },
  { x: 843, width: 112, floors: 2, brick: wine, trim: maize, door: azure, shutters: stone, lit: [1] },
  { x: 935, width: 118, floors: 2, brick: rust, trim: navy, door: maize, shutters: navy, lit: [0] },
];
