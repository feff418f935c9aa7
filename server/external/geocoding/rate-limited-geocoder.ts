import { setTimeout as pause } from 'node:timers/promises';
import { type Geocoder, GeocoderError } from './geocoder.ts';

/** The longest wait: a service that asks for more is asked again after this long. */
const maxWaitMs = 15 * 60_000;

/**
 * Limits a geocoder to one request at a time per process, with a pause of `pauseMs` after each. While the service wants
 * us to wait, calls throw a GeocoderError.
 */
export function rateLimited(geocoder: Geocoder, pauseMs: number, now: () => number = Date.now): Geocoder {
  let line: Promise<unknown> = Promise.resolve();
  let waitsUntilMs = 0;

  async function send(address: string) {
    if (now() < waitsUntilMs) throw new GeocoderError('the service asked us to wait');
    try {
      return await geocoder.find(address);
    } catch (error) {
      const restMs = error instanceof GeocoderError ? (error.retryAfterMs ?? 0) : 0;
      waitsUntilMs = now() + Math.min(restMs, maxWaitMs);
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
      return await send(address).finally(() => void free());
    },
  };
}
