/** Numbers that look drawn by lot and are the same on every machine for the same seed. */
export interface Random {
  /** A whole number from 0 up to, not including, `n`; `n` is at most 2^31. */
  below(n: number): number;
  /** A number from 0 up to, not including, 1. */
  unit(): number;
}

/** Marsaglia's xorshift with 32 bits ("Xorshift RNGs", 2003): a few instructions a number, good enough for a search. */
export function createRandom(seed: number): Random {
  let state = scramble(seed);
  const unit = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
  return { unit, below: (n) => Math.floor(unit() * n) };
}

/** Neighbouring seeds must not begin alike, and the state may never be 0. */
function scramble(seed: number): number {
  let bits = (seed | 0) + 0x9e3779b9;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) | 0 || 1;
}
