import { BackupError } from './backup-error.ts';

/** How long a backup or a restore waits for something, and what stops it. */
export interface WaitLimit {
  /** How long nothing may move. */
  readonly limitMs: number;
  /** Ends every wait with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export const usualWaitLimit: WaitLimit = { limitMs: 60_000 };

/** "60 s" */
export const secondsText = ({ limitMs }: WaitLimit) => `${limitMs / 1000} s`;

/**
 * Waits for work for at most `limitMs`, and as much again each time `whyStalled` returns undefined because something
 * has moved meanwhile. Throws a BackupError with the sentence that `whyStalled` returns, and the signal's reason when
 * it is aborted. The work itself goes on: the caller closes what it uses.
 */
export async function within<T>(
  { limitMs, signal }: WaitLimit,
  work: Promise<T>,
  whyStalled: () => string | undefined | Promise<string | undefined>,
): Promise<T> {
  const ended = Promise.withResolvers<never>();
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const stop = () => ended.reject(signal?.reason);
  const check = async () => {
    const why = await whyStalled();
    if (why !== undefined) ended.reject(new BackupError(why));
    else if (!isOver) watch();
  };
  const watch = () => {
    timer = setTimeout(() => void check().catch(ended.reject), limitMs);
  };
  watch();
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop);
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
