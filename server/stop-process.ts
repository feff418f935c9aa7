import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

const signals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;

/**
 * Calls `stop` after an error that nothing caught, logs it, and ends the process when `stop` is done, or after
 * `timeoutMs`. Returns a function that from then on does the same at the first signal. Ctrl-C arrives twice, from the
 * terminal and through npm, so later signals don't cut the stop short. close-with-grace itself would end the process at
 * the second one.
 */
export function stopOnErrors(
  log: Logger,
  timeoutMs: number,
  stop: (cause: { isAfterError: boolean }) => Promise<void>,
): () => void {
  const logger = { error: (message: unknown) => log.error(message) };
  const skip: closeWithGrace.AllEvents[] = [...signals, 'beforeExit'];
  const { close } = closeWithGrace({ delay: timeoutMs, logger, skip }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping after an error');
    await stop({ isAfterError: err !== undefined });
  });
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    log.info({ signal }, isStopping ? 'already stopping' : 'stopping');
    if (isStopping) return;
    isStopping = true;
    close();
  };
  return () => {
    for (const signal of signals) process.on(signal, onSignal);
  };
}
