import { PhotoStorageError } from '../external/photos/photo-storage.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';

const message = 'Photos are unavailable right now. Please try again.';

/** Runs work that needs the photo storage. When the storage fails, logs the error and throws 503 with Retry-After. */
export async function orUnavailable<T>(services: Pick<Services, 'log'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PhotoStorageError)) throw error;
    services.log.warn({ err: error }, 'the photo storage failed');
    throw new Refusal(503, message, { code: 'photos_unavailable', retryAfterSeconds: 30 });
  }
}
