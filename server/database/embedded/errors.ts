import type { ExecFileException } from 'node:child_process';

/** Thrown when the embedded database cannot run here. The message is one line that tells the operator what to do. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

const OTHERWISE = 'or set DATABASE_URL to a PostgreSQL server of your own';

/**
 * Patterns of what PostgreSQL's programs print, or of the system's error code, each with its explanation. `$1` stands
 * for the pattern's group.
 */
const reasons: [RegExp, (dataDir: string) => string][] = [
  [
    /error while loading shared libraries: ([^:\s]+)/,
    () => `PostgreSQL cannot start: the library $1 is missing; install it ${OTHERWISE}.`,
  ],
  [
    /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/,
    (dataDir) => `The disk that holds ${dataDir} is full: free some space and start again.`,
  ],
  [
    /incompatible with server/,
    (dataDir) =>
      `The database in ${dataDir} was made by another version of PostgreSQL: choose another DATA_DIR, ${OTHERWISE}.`,
  ],
  [
    /could not look up effective user ID (\d+)/,
    () =>
      `PostgreSQL needs user id $1 to have a name: add it to /etc/passwd, run as a user that has one, ${OTHERWISE}.`,
  ],
  [
    /Cannot allocate memory|could not map anonymous shared memory/,
    () => 'PostgreSQL cannot start: this machine does not have enough free memory.',
  ],
  [
    /EACCES|EPERM|EROFS|Permission denied|Read-only file system/,
    (dataDir) =>
      `The data directory ${dataDir} is not writable by this user: fix its permissions or choose another with DATA_DIR.`,
  ],
];

/** Turns what a PostgreSQL program printed before it failed into a one-line error. */
export function explainOutput(output: string, dataDir: string): EmbeddedDatabaseError {
  for (const [pattern, explain] of reasons) {
    const match = pattern.exec(output);
    if (match) return new EmbeddedDatabaseError(explain(dataDir).replace('$1', match[1] ?? ''));
  }
  const lines = output.trim().split('\n');
  const line = lines.find((text) => /FATAL|PANIC|error:/.test(text)) ?? lines.at(-1) ?? '';
  const reason = line.replace(/^.*?(FATAL|PANIC|error):\s*/, '').trim() || 'it printed no error message';
  return new EmbeddedDatabaseError(`PostgreSQL cannot start in ${dataDir}: ${reason}`);
}

/** Turns an error of the file system or of a program into a one-line error. Returns other errors unchanged. */
export function explainSystemError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || error instanceof EmbeddedDatabaseError) return error;
  const { code, syscall = '', stdout, stderr, message } = error as NodeJS.ErrnoException & ExecFileException;
  if (typeof code === 'number') return explainOutput(`${stdout}${stderr}`, dataDir);
  if (typeof code !== 'string') return error;
  if (syscall.startsWith('spawn')) {
    return new EmbeddedDatabaseError(
      `PostgreSQL's programs do not run on this system (${code}): use a glibc-based Linux, macOS or Windows, ${OTHERWISE}.`,
    );
  }
  if (!['ENOENT', 'ENOTDIR', 'EEXIST'].includes(code)) return explainOutput(message, dataDir);
  return new EmbeddedDatabaseError(`The data directory ${dataDir} cannot be created: choose another with DATA_DIR.`);
}
