/**
 * `npm run test:long`: every run at full length, on all widths, with new seeds. It also runs everything on PostgreSQL
 * 15, but only at the length of `npm test`, which is enough to show differences between databases.
 */
export const isLong = process.env.TEST_LONG === '1' && process.env.ON_POSTGRES15 !== '1';

/** Returns how often a test repeats something: a small sample in `npm test`, the full number in `npm run test:long`. */
export function effort({ sample, full }: { sample: number; full: number }): number {
  return isLong ? full : sample;
}

/**
 * Returns the seed of a random test: `SEED` if it is set, the same seed every time in `npm test`, a new one in `npm run
 * test:long`.
 */
export function firstSeed(): number {
  return Number(process.env.SEED ?? (isLong ? Math.floor(Math.random() * 1e9) : 20_261));
}
