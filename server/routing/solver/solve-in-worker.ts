import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { CostMatrix, RoutingProblem, RoutingSolution, SolveOptions } from './problem.ts';

/** One of several questions about the same map. */
export interface SolverQuestion {
  readonly problem: Omit<RoutingProblem, 'matrix'>;
  readonly options: SolveOptions;
}

/** What the thread is given. */
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

/**
 * `solve` in a thread of its own: the caller's event loop stays free. Rejects with what `solve` throws, with the signal's
 * reason when it is aborted (the thread ends at once), or when the thread crashes or does not come back. The matrix is
 * copied; it must not change before the promise is settled.
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
  signal?: AbortSignal,
): Promise<RoutingSolution[]> {
  const turn = lastCall.then(async () => {
    signal?.throwIfAborted();
    const copy = await copyInPieces(costs);
    return await runThread({ matrix: { size, costs: copy }, questions }, copy.buffer, signal);
  });
  lastCall = turn.catch(() => undefined);
  return await orAborted(turn, signal);
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

async function runThread(call: SolverCall, matrix: ArrayBuffer, signal?: AbortSignal): Promise<RoutingSolution[]> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: call,
    transferList: [matrix],
    execArgv: [],
  });
  const { promise, resolve, reject } = Promise.withResolvers<RoutingSolution[]>();
  const budgetMs = call.questions.reduce((sum, { options }) => sum + options.budgetMs, 0);
  const waitMs = budgetMs * patience.factor + patience.extraMs;
  const timer = setTimeout(() => reject(new Error(`The route solver did not answer within ${waitMs} ms.`)), waitMs);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  worker.once('message', resolve);
  worker.once('messageerror', reject);
  worker.once('error', reject);
  worker.once('exit', (code) =>
    reject(new Error(`The route solver's thread ended without an answer (exit code ${code}).`)),
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

/** Whoever gives up while waiting in line need not wait for the others. */
async function orAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return await promise;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
