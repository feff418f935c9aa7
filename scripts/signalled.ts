import { BackupError } from '../server/backup/backup-error.ts';

/**
 * Returns a signal that is aborted by SIGTERM, Ctrl-C or a closed terminal, so that a command can remove what it has
 * not finished. Ctrl-C arrives twice, from the terminal and again through npm; the second one changes nothing.
 */
export function signalled(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => stop.abort(new BackupError(`Stopped by ${signal}. Nothing is left of it.`)));
  }
  return stop.signal;
}
