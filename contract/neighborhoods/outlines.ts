/** A neighborhood's name and outer boundary. */
export interface Outline {
  readonly name: string;
  /** Degrees as [longitude, latitude]; the last position equals the first. */
  readonly ring: readonly Position[];
  /** Degrees: west, south, east, north. */
  readonly box: readonly [number, number, number, number];
}

type Position = readonly [longitude: number, latitude: number];

/** The subset of TopoJSON that the data file uses: one object of polygons without holes, quantized. */
interface Topology {
  readonly arcs: readonly (readonly (readonly number[])[])[];
  readonly transform: { readonly scale: readonly number[]; readonly translate: readonly number[] };
  readonly objects: {
    readonly nb: {
      readonly geometries: readonly {
        readonly properties: { readonly name: string };
        readonly arcs: readonly (readonly number[])[];
      }[];
    };
  };
}

/** Decodes the outlines of `philadelphia.topo.json`. */
export function decodeOutlines({ arcs, transform, objects }: Topology): Outline[] {
  const lines = arcs.map((arc) => decodeArc(arc, transform));
  return objects.nb.geometries.map(({ properties, arcs: [outer = []] }) => {
    const ring = joinArcs(outer, lines);
    const longitudes = ring.map(([longitude]) => longitude);
    const latitudes = ring.map(([, latitude]) => latitude);
    const box = [
      ...[Math.min(...longitudes), Math.min(...latitudes)],
      ...[Math.max(...longitudes), Math.max(...latitudes)],
    ] as unknown as Outline['box'];
    return { name: properties.name, ring, box };
  });
}

/** Decodes an arc: a first position, then the steps from each position to the next. */
function decodeArc(arc: Topology['arcs'][number], { scale, translate }: Topology['transform']): Position[] {
  let x = 0;
  let y = 0;
  return arc.map(([stepX = 0, stepY = 0]) => {
    x += stepX;
    y += stepY;
    return [x * (scale[0] ?? 1) + (translate[0] ?? 0), y * (scale[1] ?? 1) + (translate[1] ?? 0)];
  });
}

/** Joins arcs into a ring. A negative index `~i` is arc `i` reversed; each arc starts where the one before it ends. */
function joinArcs(indexes: readonly number[], lines: readonly (readonly Position[])[]): Position[] {
  return indexes.flatMap((index, at) => {
    const line = index < 0 ? (lines[~index] ?? []).toReversed() : (lines[index] ?? []);
    return at === 0 ? line : line.slice(1);
  });
}
