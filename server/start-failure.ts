import { userInfo } from 'node:os';

/** The names of our errors, whose message is one line for the operator. */
const oursByName = new Set([
  'SettingsError',
  'EmbeddedDatabaseError',
  'SchemaError',
  'SharedSessionError',
  'StripeKeyRefused',
  'BackupError',
]);

/** Explains in one line why the server couldn't start and, if known, what to do. */
export function explainStartFailure(error: unknown): string {
  const { code, message, name, port, path } = error as NodeJS.ErrnoException & { port?: number };
  if (oursByName.has(name)) return message;
  if (code === 'EADDRINUSE') return `Port ${port ?? ''} is in use: stop the other program or set PORT to another port.`;
  if (code === 'EADDRNOTAVAIL') return 'HOST is not an address of this machine.';
  const fileFailure = path === undefined ? undefined : explainFileFailure(code, path);
  if (fileFailure) return fileFailure;
  if (code === 'EACCES') return `No permission to use that port (${message}).`;
  if (code === 'ENOENT' && /dist\/web/.test(message))
    return 'The web app is not built. Run `npm start`, which builds it, or `npm run build`.';
  if (isDatabaseFailure(code, message)) return `Cannot use the database of DATABASE_URL: ${message || code}`;
  return `Stoop could not start: ${error instanceof Error ? (error.stack ?? message) : String(error)}`;
}

/** Explains why a file or folder can't be read or written; undefined for other reasons. */
function explainFileFailure(code: string | undefined, path: string): string | undefined {
  if (code === 'EACCES' || code === 'EPERM') {
    return `The user ${ourUser()} may not open ${path}: change its owner or its permissions, or those of its folder.`;
  }
  if (code === 'EROFS') return `${path} is on a read-only file system: name a file or folder that can be written.`;
  return undefined;
}

/** Returns the user of this process, as in "node (uid 1000)". A container may run as a user without a name. */
function ourUser(): string {
  const uid = process.getuid?.();
  try {
    const { username } = userInfo();
    return uid === undefined ? username : `${username} (uid ${uid})`;
  } catch {
    return `with uid ${uid}`;
  }
}

/** Returns true for the connection errors of `pg` and for PostgreSQL's five-character codes. */
function isDatabaseFailure(code: string | undefined, message: string): boolean {
  return (
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code ?? '') ||
    // The system's own codes begin with E, and no code of PostgreSQL does.
    /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated/.test(message)
  );
}
