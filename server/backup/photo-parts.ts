import { setTimeout as sleep } from 'node:timers/promises';
import type { PhotoStorage } from '../external/photos/photo-storage.ts';
import { BackupError } from './backup-error.ts';
import { secondsText, type WaitLimit, within } from './wait-limit.ts';

/** The pauses before further tries: one request that a bucket refuses must not end a backup of thousands of photos. */
const pausesMs = [1_000, 5_000];

/**
 * Reads and writes photos with a few tries, and waits for the storage within a limit. Throws the storage's last error,
 * or a BackupError when the storage doesn't respond.
 */
export function patientPhotos(photos: PhotoStorage, wait: WaitLimit): Pick<PhotoStorage, 'get' | 'put'> {
  const stalled = () => `The photo storage has not responded for ${secondsText(wait)}.`;
  async function tryAgain<T>(work: () => Promise<T>, pauses = pausesMs): Promise<T> {
    try {
      return await within(wait, work(), stalled);
    } catch (error) {
      const [pauseMs, ...later] = pauses;
      if (pauseMs === undefined || error instanceof BackupError || wait.signal?.aborted) throw error;
      await sleep(pauseMs, undefined, { signal: wait.signal });
      return await tryAgain(work, later);
    }
  }
  return {
    get: async (key) => await tryAgain(() => photos.get(key)),
    put: async (key, bytes, type) => await tryAgain(() => photos.put(key, bytes, type)),
  };
}
