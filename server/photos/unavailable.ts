import { PhotoStorageError } from '../external/photos/photo-storage.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';

const message = 'Photos cannot be reached at the moment. Please try again.';

/** Runs what needs the photo storage. Throws 503 with Retry-After when it is unavailable, and logs the reason. */
export async function orUnavailable<T>(services: Pick<Services, 'log'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PhotoStorageError)) throw error;
    services.log.warn({ err: error }, 'the photo storage failed');
    throw new Refusal(503, message, { code: 'photos_unavailable', retryAfterSeconds: 30 });
  }
}
