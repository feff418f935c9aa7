import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { randomOf } from '../support/random.ts';

/**
 * Replaces the clock and the random numbers of this process, so that one seed gives one history. `now` is read at each
 * question for the time. Timers and `performance.now()` stay real: they are time limits, and no answer depends on them.
 * Returns a function that restores everything.
 */
export function simulateTime(seed: number, now: () => number): () => void {
  const real = {
    date: globalThis.Date,
    random: Math.random,
    uuid: crypto.randomUUID,
    bytes: crypto.randomBytes,
    values: crypto.webcrypto.getRandomValues,
  };
  const RealDate = globalThis.Date;
  class SimulatedDate extends RealDate {
    constructor(...parts: unknown[]) {
      if (parts.length === 0) super(now());
      else super(...(parts as [number]));
    }
    static override now(): number {
      return now();
    }
  }
  globalThis.Date = SimulatedDate as DateConstructor;
  const random = randomOf(seed);
  Math.random = () => random.int(2 ** 32) / 2 ** 32;
  const fill = randomBytesBySize(seed);
  crypto.randomUUID = (() => uuidOf(fill(16))) as typeof crypto.randomUUID;
  crypto.randomBytes = ((size: number) => Buffer.from(fill(size))) as typeof crypto.randomBytes;
  Object.defineProperty(crypto.webcrypto, 'getRandomValues', {
    configurable: true,
    value: <T extends ArrayBufferView>(into: T): T => {
      new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(fill(into.byteLength));
      return into;
    },
  });
  syncBuiltinESMExports();
  return () => {
    globalThis.Date = real.date;
    Math.random = real.random;
    crypto.randomUUID = real.uuid;
    crypto.randomBytes = real.bytes;
    Object.defineProperty(crypto.webcrypto, 'getRandomValues', { configurable: true, value: real.values });
    syncBuiltinESMExports();
  };
}

/**
 * Returns random bytes from a generator for each size. How many connections a pool opens depends on the machine, and
 * each draws a nonce of 18 bytes. With one generator for all, the ids after it would depend on the machine, too.
 */
function randomBytesBySize(seed: number): (size: number) => Uint8Array {
  const generators = new Map<number, ReturnType<typeof randomOf>>();
  return (size) => {
    const generator = generators.get(size) ?? randomOf(seed + size);
    generators.set(size, generator);
    return Uint8Array.from({ length: size }, () => generator.int(256));
  };
}

function uuidOf(bytes: Uint8Array): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
