/**
 * The parts of the street drawing: rowhouse, bag, bin, tree, truck. Every part stands on y = 0 and extends upward, so a
 * scene only positions it. One path per color keeps a whole street at about 150 elements.
 */
import type { ReactNode } from 'react';

/** Colors lit by the sky are variables (tokens.css), so that the street gets dark with the page. */
export const paint = {
  sky: 'var(--sky)',
  glow: 'var(--glow)',
  halo: 'var(--halo)',
  cloud: 'var(--cloud)',
  clay: '#b4533b',
  wine: '#93392f',
  sand: '#c67a54',
  rust: '#a8432f',
  brick: '#b1422a',
  mortar: '#00000026',
  stone: 'var(--stone)',
  stoneShade: '#d3d3d1',
  lit: '#ffe7a0',
  glass: 'var(--glass)',
  navy: 'var(--color-deep)',
  azure: '#1258a1',
  maize: '#fbcf3e',
  ink: 'var(--tar)',
  green: '#175c45',
  canopy: '#3c8a63',
  canopyLight: '#59a67c',
  leaf: '#0a693c',
  far: 'var(--skyline)',
  sidewalk: 'var(--sidewalk)',
  curb: 'var(--curbstone)',
} as const;

type Rect = readonly [x: number, y: number, width: number, height: number];

const outline = (rects: readonly Rect[]) => rects.map(([x, y, w, h]) => `M${x} ${y}h${w}v${h}h${-w}z`).join('');

export function At({ x, y, scale, children }: { x: number; y: number; scale?: number; children: ReactNode }) {
  return <g transform={`translate(${x} ${y})${scale ? ` scale(${scale})` : ''}`}>{children}</g>;
}

const floorHeight = 84;
const groundFloorHeight = 104;
const windowWidth = 26;
const windowHeight = 46;

/** Returns the height of a house up to its roof line, without the cornice. */
export const heightOf = (floors: number) => groundFloorHeight + (floors - 1) * floorHeight + 8;

/** A door, a transom and four marble steps: 36 units wide, with the steps extending to the right. */
export function Doorway({ door }: { door: string }) {
  return (
    <>
      <path d="M-4-24v-58a20 20 0 0 1 40 0v58z" fill={paint.stone} />
      <path d="M0-24v-54h32v54z" fill={door} />
      <path d="M0-82a16 16 0 0 1 32 0z" fill={paint.lit} />
      <path d="M16-98v16M3-89l13 7 13-7" stroke={paint.stone} strokeWidth="2" fill="none" />
      <path d="M6-70h8v16H6zM18-70h8v16h-8zM6-48h8v18H6zM18-48h8v18h-8z" fill="#fff" fillOpacity=".16" />
      <circle cx="27" cy="-49" r="2" fill={paint.maize} />
      <path d="M-6-24h44v6h8v6h8v6h8v6H-6z" fill={paint.stone} />
      <path d="M-6-18h52M-6-12h60M-6-6h68" stroke={paint.stoneShade} strokeWidth="1.5" />
    </>
  );
}

export interface HouseProps {
  width: number;
  floors: number;
  brick: string;
  trim: string;
  door: string;
  shutters: string;
  /** The indexes of the lit windows, counted from the bottom left. */
  lit?: readonly number[];
  roof?: 'cornice' | 'mansard';
}

export function House({ width, floors, brick, trim, door, shutters, lit = [], roof = 'cornice' }: HouseProps) {
  const top = -heightOf(floors);
  const columns = [width * 0.29, width * 0.73].map((middle) => Math.round(middle - windowWidth / 2));
  const windows: Rect[] = [[columns[0] ?? 0, -88, windowWidth, windowHeight]];
  for (let floor = 1; floor < floors; floor++) {
    const y = -groundFloorHeight - floor * floorHeight + 14;
    for (const x of columns) windows.push([x, y, windowWidth, windowHeight]);
  }
  const sashes = windows.map(([x, y, w, h]) => `M${x} ${y + h / 2}h${w}M${x + w / 2} ${y}v${h}`).join('');
  const stones = windows.flatMap<Rect>(([x, y, w, h]) => [
    [x - 3, y - 6, w + 6, 6],
    [x - 4, y + h, w + 8, 5],
  ]);
  const leaves = windows.flatMap<Rect>(([x, y, w, h]) => [
    [x - 11, y, 9, h],
    [x + w + 2, y, 9, h],
  ]);
  return (
    <>
      <path d={`M0 0V${top}h${width}V0z`} fill={brick} />
      <path d={bond(width, floors)} stroke={paint.mortar} strokeWidth="2" fill="none" />
      <path d={`M0-20h${width}V0H0z`} fill={paint.mortar} />
      <path d={outline([[(columns[0] ?? 0) - 2, -15, windowWidth + 4, 10]])} fill={paint.ink} fillOpacity=".55" />
      <path d={outline(windows.filter((_, index) => !lit.includes(index)))} fill={paint.glass} />
      <path d={outline(windows.filter((_, index) => lit.includes(index)))} fill={paint.lit} />
      <path d={sashes} stroke={paint.stone} strokeWidth="2.5" fill="none" />
      <path d={outline(stones)} fill={paint.stone} />
      <path d={outline(leaves)} fill={shutters} />
      <path d={`M${width - 1} 0V${top}`} stroke={paint.mortar} strokeWidth="2" />
      {roof === 'cornice' ? (
        <>
          <path d={`M-2 ${top - 12}h${width + 4}v8h-4v6H2v-6h-4z`} fill={trim} />
          <path d={`M5 ${top + 6}h${width - 10}`} stroke={trim} strokeWidth="8" strokeDasharray="4 7" />
        </>
      ) : (
        <Mansard width={width} top={top} trim={trim} />
      )}
      <At x={Math.round(width * 0.58)} y={0}>
        <Doorway door={door} />
      </At>
    </>
  );
}

/** Returns a few brick courses as an SVG path, enough to suggest a brick wall. */
function bond(width: number, floors: number): string {
  const courses: string[] = [];
  for (let floor = 0; floor < floors; floor++) {
    const y = -floor * floorHeight - 34;
    courses.push(`M5 ${y}h8M${width / 2 - 5} ${y - 26}h9m3 5h8M${width - 17} ${y - 62}h8m-3 5h8M7 ${y - 66}h9`);
  }
  return courses.join('');
}

function Mansard({ width, top, trim }: { width: number; top: number; trim: string }) {
  const middle = width / 2;
  return (
    <>
      <path d={`M0 ${top}l9-50h${width - 18}l9 50z`} fill="#4a5a72" />
      <path d={`M9 ${top - 50}h${width - 18}`} stroke={paint.navy} strokeWidth="5" />
      <path d={`M${middle - 17} ${top - 4}v-32l17-13 17 13v32z`} fill={trim} />
      <path d={`M${middle - 9} ${top - 8}v-24h18v24z`} fill={paint.lit} />
      <path d={`M${middle - 9} ${top - 20}h18M${middle} ${top - 32}v24`} stroke={paint.stone} strokeWidth="2" />
      <path d={`M-2 ${top - 4}h${width + 4}v8H-2z`} fill={trim} />
    </>
  );
}

/** A tied bag, 34 units wide. */
export function Bag({ fill = paint.ink }: { fill?: string }) {
  return (
    <>
      <path d="M-17-2c-4-16 2-29 12-33l-4-8 5 2 4-5 4 5 5-2-4 8c10 4 16 17 12 33q-1 2-4 2h-26q-3 0-4-2z" fill={fill} />
      <path d="M-5-35q5 3.5 10 0" stroke={paint.maize} strokeWidth="3.5" fill="none" strokeLinecap="round" />
      <path
        d="M-10-8q-2-11 3-18M7-6q3-5 2-11"
        stroke="#fff"
        strokeOpacity=".32"
        strokeWidth="2"
        fill="none"
        strokeLinecap="round"
      />
    </>
  );
}

export function Bin() {
  return (
    <>
      <path d="M-17-44h34l-4 44h-26z" fill={paint.azure} />
      <path d="M-20-49h40v7h-40z" fill={paint.navy} />
      <path
        d="M0-33l8 13H-8z"
        fill="none"
        stroke="#fff"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeDasharray="9 4"
      />
    </>
  );
}

export function Tree() {
  return (
    <>
      <path d="M-4 0l1-66h6l1 66zM0-44l15-22" stroke="#6b4a35" strokeWidth="3" fill="#6b4a35" />
      <path
        d="M-36-86a25 25 0 0 1 14-36 28 28 0 0 1 48-6 25 25 0 0 1 14 42 20 20 0 0 1-26 14 26 26 0 0 1-34 0 16 16 0 0 1-16-14z"
        fill={paint.canopy}
      />
      <path
        d="M-22-112a20 20 0 0 1 34-8M6-84a18 18 0 0 0 24-10"
        stroke={paint.canopyLight}
        strokeWidth="6"
        fill="none"
        strokeLinecap="round"
      />
    </>
  );
}

export function Lamp() {
  return (
    <>
      <path d="M-5 0l2-10h6l2 10zM-1.5-10v-102h3v102z" fill={paint.navy} />
      <path d="M-8-112h16l4-22h-24z" fill={paint.lit} />
      <path
        d="M-8-112h16M-12-134h24l-6-9H-6zM-8-112l-4-22M8-112l4-22"
        stroke={paint.navy}
        strokeWidth="3"
        fill={paint.navy}
      />
    </>
  );
}

/** The truck, facing right: 230 units long, with its wheels on y = 0. */
export function Truck() {
  return (
    <>
      <path d="M6-22v-62q0-20 20-20h122v82z" fill={paint.azure} />
      <path d="M6-84q0-20 20-20h20L30-22H6z" fill={paint.navy} />
      <path d="M64-96v66M92-96v66M120-96v66" stroke="#fff" strokeOpacity=".22" strokeWidth="3" />
      <path d="M6-46h142v9H6z" fill={paint.maize} />
      <path d="M152-22v-70h40q8 0 12 8l14 28q8 2 8 10v24z" fill={paint.stone} />
      <path d="M170-82h20q4 0 6 4l10 22h-36z" fill={paint.glass} />
      <path d="M154-46h72v9h-72z" fill={paint.maize} />
      <path d="M0-24h228v10H0z" fill={paint.ink} />
      <path d="M220-36h8v8h-8z" fill={paint.lit} />
      <path d="M40-15h0M76-15h0M188-15h0" stroke={paint.ink} strokeWidth="34" strokeLinecap="round" />
      <path d="M40-15h0M76-15h0M188-15h0" stroke={paint.stoneShade} strokeWidth="15" strokeLinecap="round" />
      <path d="M40-15h0M76-15h0M188-15h0" stroke={paint.ink} strokeWidth="5" strokeLinecap="round" />
    </>
  );
}

/** Sidewalk, curb and road, from x = `from` for `length` units. The houses stand on y = 0. */
export function Ground({ from, length, depth }: { from: number; length: number; depth: number }) {
  return (
    <>
      <path d={`M${from} 0h${length}v28h${-length}z`} fill={paint.sidewalk} />
      <path d={`M${from} 28h${length}v9h${-length}z`} fill={paint.curb} />
      <path d={`M${from} 37h${length}v${depth - 37}h${-length}z`} fill={paint.navy} />
      <path d={`M${from} ${depth - 20}h${length}`} stroke={paint.maize} strokeWidth="5" strokeDasharray="46 34" />
    </>
  );
}
