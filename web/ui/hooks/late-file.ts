/** Thrown if a file of the app can't be loaded: there is no signal, or a newer build has replaced the file. */
export class LateFileError extends Error {
  /** A text that identifies the file and its build. */
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super('A file of this page could not be loaded.', { cause });
    this.file = file;
  }
}

const keyOf = (file: string) => `stoop.reloaded ${file}`;
/** How long a failure waits for the navigation that may have caused it, which iOS reports only once it is done. */
const graceMs = 1000;
/** How long a navigation may take on a weak signal. After that it has failed, or the person chose to stay. */
const leavingMs = 30_000;
let leavingUntilMs = 0;

/** Notices when the document is about to be left. Call it once per page. */
export function watchLeaving(): void {
  addEventListener('beforeunload', () => {
    leavingUntilMs = performance.now() + leavingMs;
  });
  // Fires when the page comes back from the browser's back/forward cache.
  addEventListener('pageshow', () => {
    leavingUntilMs = 0;
  });
}

/** Wraps an `import()` for React's `lazy` or the router. Rejects with LateFileError, which `recover` handles. */
export function lateFile<File>(fetchFile: () => Promise<File>): () => Promise<File> {
  // In every browser, the function's source contains the file's name with its hash.
  const file = String(fetchFile);
  return async () => {
    try {
      const loaded = await fetchFile();
      withStorage((storage) => storage.removeItem(keyOf(file)));
      return loaded;
    } catch (error) {
      throw new LateFileError(file, error);
    }
  };
}

/**
 * Reloads the page to get a file that couldn't be loaded. If the file fails again after the reload, calls `giveUp`.
 * Firefox and WebKit reject pending imports as soon as a navigation starts, and a reload would cancel the navigation,
 * so nothing happens while the document is being left. Returns a function that cancels this.
 */
export function recover({ file }: LateFileError, giveUp: () => void): () => void {
  const timer = setInterval(() => {
    if (performance.now() < leavingUntilMs) return;
    clearInterval(timer);
    if (takeReload(file)) location.reload();
    else giveUp();
  }, graceMs);
  return () => clearInterval(timer);
}

/**
 * Uses up the file's one reload. Returns false if it was used before, or if the browser blocks storage, because then
 * the reloads would never end.
 */
function takeReload(file: string): boolean {
  return withStorage((storage) => {
    if (storage.getItem(keyOf(file)) !== null) return false;
    storage.setItem(keyOf(file), '1');
    return true;
  });
}

/** Returns false if the browser blocks storage. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | false {
  try {
    return use(sessionStorage);
  } catch {
    return false;
  }
}
