import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long computations on the main thread. They give way to other requests every few milliseconds. */

/** About the longest time that other work on this thread has to wait. */
const turnMs = 4;

/**
 * Yields until the event loop has looked for new requests. A single `setImmediate` may run before that, in the turn that
 * it was called in.
 */
export async function letOthersRun(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Returns a function that yields to the event loop once `turnMs` have passed since the last time. */
export function inTurns(): () => Promise<void> {
  let turnEndsMs = performance.now() + turnMs;
  return async () => {
    if (performance.now() < turnEndsMs) return;
    await nextTurn();
    turnEndsMs = performance.now() + turnMs;
  };
}

/** Returns what `map` returns for each item, in order. Yields to the event loop between items. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const yieldTurn = inTurns();
  const mapped: R[] = [];
  for (const item of items) {
    mapped.push(map(item));
    await yieldTurn();
  }
  return mapped;
}

/** Runs pieces of work to the end and returns their result. Yields to the event loop between pieces. */
export async function runInTurns<T>(pieces: Generator<void, T>): Promise<T> {
  const yieldTurn = inTurns();
  for (;;) {
    const piece = pieces.next();
    if (piece.done) return piece.value;
    await yieldTurn();
  }
}
