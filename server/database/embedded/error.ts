/** The embedded database cannot run here. The message is one line that a person can act on. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

const ELSEWHERE = 'or set DATABASE_URL to a PostgreSQL of your own';

/** Turns what initdb or postgres printed before giving up into one line. */
export function explainOutput(output: string, dataDir: string): EmbeddedDatabaseError {
  const library = /error while loading shared libraries: ([^:\s]+)/.exec(output)?.[1];
  if (library !== undefined) {
    return new EmbeddedDatabaseError(
      `PostgreSQL cannot start: the library ${library} is missing; install it ${ELSEWHERE}.`,
    );
  }
  if (/No space left on device|Disk quota exceeded/i.test(output)) return diskFull(dataDir);
  if (/incompatible with server/.test(output)) {
    return new EmbeddedDatabaseError(
      `The database in ${dataDir} was made by another version of PostgreSQL: choose another DATA_DIR, ${ELSEWHERE}.`,
    );
  }
  const account = /could not look up effective user ID (\d+)/.exec(output)?.[1];
  if (account !== undefined) {
    return new EmbeddedDatabaseError(
      `PostgreSQL needs user id ${account} to have a name: add it to /etc/passwd, run as a user that has one, ${ELSEWHERE}.`,
    );
  }
  if (/Cannot allocate memory|could not map anonymous shared memory/.test(output)) {
    return new EmbeddedDatabaseError('PostgreSQL cannot start: this machine has no memory left for it.');
  }
  if (/Permission denied|Read-only file system/.test(output)) return notWritable(dataDir);
  const line =
    output.split('\n').find((text) => /FATAL|PANIC|error:/.test(text)) ?? output.trim().split('\n').at(-1) ?? '';
  const reason = line.replace(/^.*?(FATAL|PANIC|error):\s*/, '').trim() || 'it said nothing';
  return new EmbeddedDatabaseError(`PostgreSQL cannot start in ${dataDir}: ${reason}`);
}

/** Turns an error of the file system or of starting a program into one line; anything else passes unchanged. */
export function explainSystemError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || error instanceof EmbeddedDatabaseError) return error;
  const { code, syscall = '' } = error as NodeJS.ErrnoException;
  if (syscall.startsWith('spawn')) {
    return new EmbeddedDatabaseError(
      `PostgreSQL's programs do not run on this system (${code}): use a glibc-based Linux, macOS or Windows, ${ELSEWHERE}.`,
    );
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(dataDir);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return notWritable(dataDir);
  if (code === undefined) return error;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EEXIST') {
    return new EmbeddedDatabaseError(
      `The data directory ${dataDir} cannot be made there: choose another with DATA_DIR.`,
    );
  }
  return new EmbeddedDatabaseError(`The data directory ${dataDir} cannot be used: ${error.message}`);
}

function diskFull(dataDir: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(`The disk that holds ${dataDir} is full: free some space and start again.`);
}

function notWritable(dataDir: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The data directory ${dataDir} is not writable by this user: fix its permissions or choose another with DATA_DIR.`,
  );
}
