import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as pass } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { CostMatrix, RoutingProblem, RoutingSolution, SolveOptions } from '../problem.ts';

/** One of several questions about the same map. */
export interface SolverQuestion {
  readonly problem: Omit<RoutingProblem, 'matrix'>;
  readonly options: SolveOptions;
}

/** What the thread is asked. */
export interface SolverCall {
  readonly matrix: CostMatrix;
  readonly questions: readonly SolverQuestion[];
}

/** On a busy machine a second of processor time takes longer than a second; past this the thread is given up. */
const patience = { factor: 10, extraMs: 10_000 };
/** So many costs are copied without looking up: about a millisecond. */
const costsPerTurn = 500_000;

/** One thread computes at a time: more would take the processors that answer requests. The others wait here. */
let lastCall: Promise<unknown> = Promise.resolve();
/** It is kept from call to call: to start one takes longer than a small day's whole search. */
let kept: Worker | undefined;

/**
 * `solve` in a thread of its own: the caller's event loop stays free. Rejects with what `solve` throws, with the signal's
 * reason when it is aborted (the thread ends at once), or when the thread crashes or does not come back; the next call then
 * gets a new thread. The matrix is copied; it must not change before the promise is settled.
 */
export async function solveInWorker(
  { matrix, ...problem }: RoutingProblem,
  options: SolveOptions,
  signal?: AbortSignal,
): Promise<RoutingSolution> {
  const [solution] = await solveAllInWorker(matrix, [{ problem, options }], signal);
  return solution as RoutingSolution;
}

/** The same for several questions about one map, one after the other in one thread. */
export async function solveAllInWorker(
  { size, costs }: CostMatrix,
  questions: readonly SolverQuestion[],
  cancel: AbortSignal = new AbortController().signal,
): Promise<RoutingSolution[]> {
  const turn = lastCall.then(async () => {
    cancel.throwIfAborted();
    const copy = await copyInPieces(costs);
    return await askThread({ matrix: { size, costs: copy }, questions }, copy.buffer, cancel);
  });
  lastCall = turn.catch(() => undefined);
  const settled = new AbortController();
  // Whoever gives up while waiting in line need not wait for the others.
  return await Promise.race([turn, untilAborted(cancel, settled.signal)]).finally(() => settled.abort());
}

/** A hundred megabytes copied at once would hold up every request for as long. */
async function copyInPieces(costs: Int32Array): Promise<Int32Array<ArrayBuffer>> {
  const copy = new Int32Array(costs.length);
  for (let from = 0; from < costs.length; from += costsPerTurn) {
    if (from > 0) await nextTurn();
    copy.set(costs.subarray(from, from + costsPerTurn), from);
  }
  return copy;
}

async function askThread(call: SolverCall, matrix: ArrayBuffer, cancel: AbortSignal): Promise<RoutingSolution[]> {
  cancel.throwIfAborted();
  kept ??= startThread();
  const thread = kept;
  const budgetMs = call.questions.reduce((sum, { options }) => sum + options.budgetMs, 0);
  const waitMs = budgetMs * patience.factor + patience.extraMs;
  const listening = new AbortController();
  const { signal } = listening;
  thread.postMessage(call, [matrix]);
  try {
    const [solutions] = await Promise.race([
      once(thread, 'message', { signal }),
      once(thread, 'messageerror', { signal }).then(([error]) => Promise.reject(error)),
      once(thread, 'exit', { signal }).then(([code]) => {
        throw new Error(`The route solver's thread ended without an answer (exit code ${code}).`);
      }),
      pass(waitMs, undefined, { signal }).then(() => {
        throw new Error(`The route solver did not answer within ${waitMs} ms.`);
      }),
      untilAborted(cancel, signal),
    ]);
    return solutions;
  } catch (error) {
    kept = undefined;
    await thread.terminate();
    throw error;
  } finally {
    listening.abort();
  }
}

/** Rejects with the reason as soon as it is aborted, until nobody listens any more. */
async function untilAborted(cancel: AbortSignal, signal: AbortSignal): Promise<never> {
  if (!cancel.aborted) await once(cancel, 'abort', { signal });
  throw cancel.reason;
}

/** While it has nothing to do it keeps no process from ending. */
function startThread(): Worker {
  const thread = new Worker(new URL('./worker.ts', import.meta.url), { execArgv: [] });
  thread.unref();
  return thread;
}
