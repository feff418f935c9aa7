const unavailableCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57P0[123]|57014|53300|40001|40P01|25P03|53100|53200|58030|25006)$/;

/**
 * Returns true for a failure of the database that may pass: a connection that is refused or lost, a server that starts,
 * stops, is read-only or lacks resources, a timeout, a deadlock.
 */
export function isDatabaseUnavailable({
  code = '',
  message,
  routine,
  syscall,
}: Error & { code?: string; routine?: string; syscall?: string }): boolean {
  // The embedded server's socket is a file.
  if (code === 'ENOENT') return syscall === 'connect';
  // PostgreSQL's own 08P01 names the routine that found it, and is a bug of ours. A pooler's names none: it has lost
  // the server, or has no connection left.
  if (code === '08P01') return routine === undefined;
  if (unavailableCodes.test(code) || code.startsWith('08')) return true;
  return /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|connection is closed|connection has been discarded|Connection ended unexpectedly/i.test(
    message,
  );
}
