import { At, Bag, Bin, Ground, House, type HouseProps, Lamp, paint, Tree, Truck } from './street-parts.tsx';

const ground = 518;

/** Distant roofs, the City Hall tower and two spires. The skyline is low on the left, where pages put text above it. */
const skyline =
  'M-640 518v-78h60v20h70v-34h46v22h60v-40h34v-18h30v58h80v-24h70v36h60v-28h50v26h60v36h50v-14h34v20h46v-30h26v12h44v-22h18v-10h16v10h14v30h60v-18h30v-12h24v22h52v-26h40v14h30v-20h58v-52h12v-14h12v-40l6-22 7-22 7 22 6 22v40h12v14h12v52h100V518z';

/**
 * The street in the morning, 1440 × 640 units. Houses fill the right 800, and the truck arrives on the open
 * street on the left. A narrow frame crops from the left and keeps the houses. With visible overflow the
 * street continues on both sides.
 */
export function Street({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 1440 640" preserveAspectRatio="xMaxYMax slice" className={className} aria-hidden="true">
      <circle cx="925" cy="262" r="252" fill={paint.glow} />
      <circle cx="925" cy="262" r="188" fill={paint.halo} />
      <circle cx="925" cy="262" r="128" fill={paint.maize} />
      <path d={skyline} fill={paint.far} />
      <path d="M1290 518V238h26v-22l9-60 9 60v22h26v280z" fill={paint.far} />
      <At x={0} y={ground}>
        <Houses />
        <Ground from={-640} length={2720} depth={122} />
        <Curbside />
      </At>
    </svg>
  );
}

const { azure, clay, green, maize, navy, rust, sand, stone, wine } = paint;

/** The houses from left to right, except the last one, which is drawn over its neighbors. */
const houses: readonly (HouseProps & { x: number })[] = [
  { x: 648, width: 116, floors: 2, brick: sand, trim: stone, door: navy, shutters: navy, lit: [1] },
  { x: 764, width: 112, floors: 3, brick: wine, trim: maize, door: green, shutters: green, lit: [0, 4] },
  { x: 876, width: 108, floors: 2, brick: clay, trim: stone, door: maize, shutters: navy, lit: [2] },
  { x: 984, width: 116, floors: 3, brick: rust, trim: navy, door: azure, shutters: stone, lit: [0, 1] },
  { x: 1100, width: 118, floors: 4, brick: sand, trim: stone, door: green, shutters: green, lit: [2, 5] },
  {
    x: 1218,
    width: 114,
    floors: 3,
    brick: clay,
    trim: stone,
    door: navy,
    shutters: navy,
    lit: [0, 3],
    roof: 'mansard',
  },
  { x: 1452, width: 116, floors: 3, brick: sand, trim: navy, door: azure, shutters: stone, lit: [0, 4] },
  { x: 1568, width: 112, floors: 2, brick: rust, trim: stone, door: green, shutters: green, lit: [2] },
  { x: 1680, width: 116, floors: 3, brick: clay, trim: maize, door: navy, shutters: navy, lit: [1, 3] },
  { x: 1796, width: 118, floors: 2, brick: wine, trim: stone, door: maize, shutters: navy, lit: [0] },
  { x: 1332, width: 120, floors: 2, brick: wine, trim: maize, door: maize, shutters: green, lit: [1] },
];

function Houses() {
  return houses.map(({ x, ...house }) => (
    <At key={x} x={x} y={0}>
      {x === 648 && <path d="M10-208v-22h22v22M92-208v-16h16v16" fill={wine} />}
      <House {...house} />
    </At>
  ));
}

function Curbside() {
  return (
    <>
      <At x={612} y={16} scale={1.1}>
        <Tree />
      </At>
      <At x={528} y={16}>
        <Lamp />
      </At>
      <At x={1096} y={16} scale={1.15}>
        <Tree />
      </At>
      {[
        [700, 1],
        [734, 0.8],
        [902, 0.9],
        [936, 1.1],
        [972, 0.78],
        [1160, 1],
        [1268, 0.86],
        [1296, 1.05],
        [1382, 0.9],
      ].map(([x = 0, scale = 1]) => (
        <At key={x} x={x} y={30} scale={scale}>
          <Bag />
        </At>
      ))}
      <At x={834} y={30}>
        <Bin />
      </At>
      <At x={1200} y={30}>
        <Bin />
      </At>
      <At x={150} y={84}>
        <Truck />
      </At>
    </>
  );
}
