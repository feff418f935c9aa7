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
  const { code, message, name, port } = error as Error & { code?: string; port?: number };
  if (oursByName.has(name)) return message;
  if (code === 'EADDRINUSE') return `Port ${port ?? ''} is in use: stop the other program or set PORT to another port.`;
  if (code === 'EADDRNOTAVAIL') return 'HOST is not an address of this machine.';
  if (code === 'EACCES') return `No permission to use that port or file (${message}).`;
  if (code === 'ENOENT' && /dist\/web/.test(message))
    return 'The web app is not built. Run `npm start`, which builds it, or `npm run build`.';
  if (isDatabaseFailure(code, message)) return `Cannot use the database of DATABASE_URL: ${message || code}`;
  return `Stoop could not start: ${error instanceof Error ? (error.stack ?? message) : String(error)}`;
}

/** Returns true for the connection errors of `pg` and for PostgreSQL's five-character codes. */
function isDatabaseFailure(code: string | undefined, message: string): boolean {
  return (
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code ?? '') ||
    /^[0-9A-Z]{5}$/.test(code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated/.test(message)
  );
}
