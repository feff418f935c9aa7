/** One line for a person who could not start the server: what is wrong and, where it is known, what to do. */
export function explainStartFailure(error: unknown): string {
  const { code, message, name, port } = error as Error & { code?: string; port?: number };
  if (name === 'SettingsError' || name === 'EmbeddedDatabaseError' || name === 'StripeKeyRefused') return message;
  if (code === 'EADDRINUSE') return `Port ${port ?? ''} is busy: stop what uses it, or set PORT to another one.`;
  if (code === 'EADDRNOTAVAIL') return 'HOST is no address of this machine.';
  if (code === 'EACCES') return `This user may not use that port or file (${message}).`;
  if (code === 'ENOENT' && /dist\/web/.test(message))
    return 'The web app is not built: run `npm start`, which builds it, or `npm run build`.';
  if (isDatabaseFailure(code, message)) return `The database of DATABASE_URL cannot be used: ${message || code}`;
  return `Stoop could not start: ${error instanceof Error ? (error.stack ?? message) : String(error)}`;
}

/** Connection failures of the driver and PostgreSQL's own five-character codes. */
function isDatabaseFailure(code: string | undefined, message: string): boolean {
  return (
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code ?? '') ||
    /^[0-9A-Z]{5}$/.test(code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated/.test(message)
  );
}
