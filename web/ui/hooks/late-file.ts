/** A file of the app that could not be loaded: no signal, or a newer build has replaced it. */
export class LateFileError extends Error {
  /** Names the file and its build. */
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super('A file of this page could not be loaded.', { cause });
    this.file = file;
  }
}

const keyOf = (file: string) => `stoop.reloaded ${file}`;
/** How long a failure waits for the navigation that may have caused it. iOS doesn't report one before it is done. */
const graceMs = 1000;
/** A navigation on a weak signal. After that, the browser has given up or the person chose to stay. */
const leavingMs = 30_000;
let leavingUntilMs = 0;

/** Notices when the document is about to be left. Called once per page. */
export function watchLeaving(): void {
  addEventListener('beforeunload', () => {
    leavingUntilMs = performance.now() + leavingMs;
  });
  // Back from the browser's cache of whole pages.
  addEventListener('pageshow', () => {
    leavingUntilMs = 0;
  });
}

/** An `import()` for React's `lazy` or the router, whose failure `recover` can handle. */
export function lateFile<File>(fetchFile: () => Promise<File>): () => Promise<File> {
  // The source has the file's name with its hash, in every browser.
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
 * Reloads the page for a file that could not be loaded, once until that file loads; calls `giveUp` instead if it was reloaded
 * already. Firefox and WebKit reject pending imports as soon as a navigation starts, and a reload would cancel it, so nothing
 * happens while the document is being left. Returns a function that stops it.
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

/** Whether a reload for this file may be tried. Without storage it may not: nothing would end the reloads. */
function takeReload(file: string): boolean {
  return withStorage((storage) => {
    if (storage.getItem(keyOf(file)) !== null) return false;
    storage.setItem(keyOf(file), '1');
    return true;
  });
}

/** Returns false where the browser blocks storage. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | false {
  try {
    return use(sessionStorage);
  } catch {
    return false;
  }
}
