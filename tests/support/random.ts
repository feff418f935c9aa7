/** A seeded random generator: the same seed gives the same choices. */
export interface Random {
  /** An integer from 0 to `below` - 1. */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A new generator, independent of this one's later choices. */
  fork(): Random;
}

/** A generator without randomness: the likelier outcome happens, and the first item is picked. */
export const steady: Random = {
  int: () => 0,
  chance: (probability) => probability >= 0.5,
  pick: (list) => list[0] as (typeof list)[number],
  fork: () => steady,
};

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const random: Random = {
    int: (below) => Math.floor(next() * below),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    fork: () => randomOf(Math.floor(next() * 2 ** 32)),
  };
  return random;
}
