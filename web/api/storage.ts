import { StorageBlockedError } from './api-error.ts';

/** Browser storage that never throws. If it is blocked, as in some private windows, values are kept in memory. */
export interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

function safe(open: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(use: (storage: Storage) => T, fallback: () => T): T => {
    try {
      return use(open());
    } catch {
      return fallback();
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

/** Throws StorageBlockedError if storage is blocked, because the page load after a sign-in would lose the session. */
export function requireStorage(): void {
  const probe = 'stoop.probe';
  try {
    localStorage.setItem(probe, probe);
    localStorage.removeItem(probe);
  } catch {
    throw new StorageBlockedError();
  }
}

/** localStorage: survives closing the browser and is shared by all tabs. */
export const lasting = safe(() => localStorage);

/** sessionStorage: survives a reload and ends with the tab. */
export const untilClosed = safe(() => sessionStorage);

/** The key of a message for the sign-in page. The driver's outbox stores it while actions on this phone are unsent. */
export const unsentKey = 'stoop.unsent';
