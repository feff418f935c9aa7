/**
 * `npm run test:long`: every run at full length, on all widths, with new seeds. It also runs everything on PostgreSQL 15, as long as
 * in `npm test`: what another database does differently shows at once.
 */
export const isLong = process.env.TEST_LONG === '1' && process.env.ON_POSTGRES15 !== '1';

/** How often a test repeats something: a small sample in `npm test`, all of it in `npm run test:long`. */
export function effort({ sample, full }: { sample: number; full: number }): number {
  return isLong ? full : sample;
}

/** The seed of a random test: `SEED` if it is set, the same one every time in `npm test`, a new one in `npm run test:long`. */
export function firstSeed(): number {
  return Number(process.env.SEED ?? (isLong ? Math.floor(Math.random() * 1e9) : 20_261));
}
