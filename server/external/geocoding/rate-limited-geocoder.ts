import { setTimeout as pause } from 'node:timers/promises';
import { type Geocoder, GeocoderError } from './geocoder.ts';

/** Longer than this nobody is left alone: the next try finds out. */
const longestRestMs = 15 * 60_000;

/**
 * Asks a geocoder one thing at a time in this process, with a pause between two, and not at all while it wants to be left
 * alone: the caller then fails at once and tries again later.
 */
export function rateLimited(geocoder: Geocoder, pauseMs: number, now: () => number = Date.now): Geocoder {
  let line: Promise<unknown> = Promise.resolve();
  let restsUntilMs = 0;

  async function ask(address: string) {
    if (now() < restsUntilMs) throw new GeocoderError('the service asked to be left alone for a while');
    try {
      return await geocoder.find(address);
    } catch (error) {
      const restMs = error instanceof GeocoderError ? (error.retryAfterMs ?? 0) : 0;
      restsUntilMs = now() + Math.min(restMs, longestRestMs);
      throw error;
    }
  }

  return {
    source: geocoder.source,
    async find(address) {
      const before = line;
      const { promise, resolve } = Promise.withResolvers<void>();
      line = promise;
      await before;
      const free = () => pause(pauseMs, undefined, { ref: false }).then(resolve);
      return await ask(address).finally(() => void free());
    },
  };
}
