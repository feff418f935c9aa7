import type { ExecFileException } from 'node:child_process';

/** The embedded database cannot run here. The message is one line that tells the operator what to do. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

const OTHERWISE = 'or set DATABASE_URL to a PostgreSQL server of your own';

const diskFull = (dataDir: string) => `The disk that holds ${dataDir} is full: free some space and start again.`;

const notWritable = (dataDir: string) =>
  `The data directory ${dataDir} is not writable by this user: fix its permissions or choose another with DATA_DIR.`;

/** What initdb, pg_ctl or postgres print, and what it means. `detail` is the pattern's first group. */
const reasons: [RegExp, (dataDir: string, detail: string) => string][] = [
  [
    /error while loading shared libraries: ([^:\s]+)/,
    (_, library) => `PostgreSQL cannot start: the library ${library} is missing; install it ${OTHERWISE}.`,
  ],
  [/No space left on device|Disk quota exceeded/i, diskFull],
  [
    /incompatible with server/,
    (dataDir) =>
      `The database in ${dataDir} was made by another version of PostgreSQL: choose another DATA_DIR, ${OTHERWISE}.`,
  ],
  [
    /could not look up effective user ID (\d+)/,
    (_, uid) =>
      `PostgreSQL needs user id ${uid} to have a name: add it to /etc/passwd, run as a user that has one, ${OTHERWISE}.`,
  ],
  [
    /Cannot allocate memory|could not map anonymous shared memory/,
    () => 'PostgreSQL cannot start: this machine does not have enough free memory.',
  ],
  [/Permission denied|Read-only file system/, notWritable],
];

/** Turns what a PostgreSQL program printed before it failed into a one-line error. */
export function explainOutput(output: string, dataDir: string): EmbeddedDatabaseError {
  for (const [pattern, explain] of reasons) {
    const match = pattern.exec(output);
    if (match) return new EmbeddedDatabaseError(explain(dataDir, match[1] ?? ''));
  }
  const lines = output.trim().split('\n');
  const line = lines.find((text) => /FATAL|PANIC|error:/.test(text)) ?? lines.at(-1) ?? '';
  const reason = line.replace(/^.*?(FATAL|PANIC|error):\s*/, '').trim() || 'it printed no error message';
  return new EmbeddedDatabaseError(`PostgreSQL cannot start in ${dataDir}: ${reason}`);
}

/** Turns an error of the file system or of a program into a one-line error. Returns other errors unchanged. */
export function explainSystemError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || error instanceof EmbeddedDatabaseError) return error;
  const { code, syscall = '', stdout, stderr } = error as NodeJS.ErrnoException & ExecFileException;
  if (typeof code === 'number') return explainOutput(`${stdout}${stderr}`, dataDir);
  if (typeof code !== 'string') return error;
  if (syscall.startsWith('spawn')) {
    return new EmbeddedDatabaseError(
      `PostgreSQL's programs do not run on this system (${code}): use a glibc-based Linux, macOS or Windows, ${OTHERWISE}.`,
    );
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') return new EmbeddedDatabaseError(diskFull(dataDir));
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return new EmbeddedDatabaseError(notWritable(dataDir));
  if (['ENOENT', 'ENOTDIR', 'EEXIST'].includes(code)) {
    return new EmbeddedDatabaseError(
      `The data directory ${dataDir} cannot be made there: choose another with DATA_DIR.`,
    );
  }
  return new EmbeddedDatabaseError(`The data directory ${dataDir} cannot be used: ${error.message}`);
}
