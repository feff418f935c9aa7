import { StorageBlockedError } from './api-error.ts';

/**
 * Browser storage that never throws. A browser that blocks it (private windows, site data switched off) raises on every
 * touch; then values live in memory until the page closes.
 */
export interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

function safe(open: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(use: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return use(open());
    } catch {
      return otherwise();
    }
  };
  return {
    get: (key) =>
      attempt(
        (storage) => storage.getItem(key) ?? memory.get(key) ?? null,
        () => memory.get(key) ?? null,
      ),
    set(key, value) {
      attempt(
        (storage) => {
          storage.setItem(key, value);
          memory.delete(key);
        },
        () => void memory.set(key, value),
      );
    },
    remove(key) {
      memory.delete(key);
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      );
    },
  };
}

/**
 * To be called before a sign-in or a registration: the session goes on in a page that the browser loads anew, where
 * nothing is left of what could not be stored. Throws a StorageBlockedError.
 */
export function requireStorage(): void {
  const probe = 'stoop.probe';
  try {
    localStorage.setItem(probe, probe);
    localStorage.removeItem(probe);
  } catch {
    throw new StorageBlockedError();
  }
}

/** Survives the browser's end and is shared by all tabs. */
export const lasting = safe(() => localStorage);

/** Survives a reload and ends with the tab. */
export const untilClosed = safe(() => sessionStorage);

/** Where the driver's outbox leaves a sentence for the sign-in page while something waits on this phone. */
export const unsentKey = 'stoop.unsent';
