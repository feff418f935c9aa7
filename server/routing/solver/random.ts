/** A pseudo-random number generator with the same sequence on every machine for the same seed. */
export interface Random {
  /** Returns an integer from 0 to `n` - 1; `n` is at most 2^31. */
  below(n: number): number;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  unit(): number;
}

/** Returns a 32-bit xorshift generator (Marsaglia, "Xorshift RNGs", 2003): fast, and random enough for a search. */
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

/** Mixes the bits: consecutive seeds would start with similar numbers. Never returns 0, where xorshift would stay. */
function scramble(seed: number): number {
  let bits = (seed | 0) + 0x9e3779b9;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) | 0 || 1;
}
