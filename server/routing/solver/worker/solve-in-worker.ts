import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as pass } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { DayPlan, DayProblem } from '../day-problem.ts';
import type { CostMatrix, RouteProblem, SolveOptions } from '../problem.ts';

/** One of several routes that share a matrix. */
export interface RouteQuestion {
  readonly problem: Omit<RouteProblem, 'matrix'>;
  readonly options: SolveOptions;
}

/** The message to the worker thread. */
export interface SolverCall {
  readonly matrix: CostMatrix;
  readonly questions: readonly RouteQuestion[];
  /** A day for `planDay`, instead of questions for `orderRoute`. */
  readonly day?: DayQuestion;
}

interface DayQuestion {
  readonly problem: Omit<DayProblem, 'matrix'>;
  readonly options: SolveOptions;
}

/**
 * The time limit of a call, relative to its CPU budget: on a busy machine a second of CPU time takes longer. The limit
 * is reached before a press of Optimize times out.
 */
const timeLimit = { factor: 8, extraMs: 10_000 };
/** The number of costs copied before yielding to the event loop: about a millisecond of copying. */
const costsPerTurn = 500_000;

/** Calls run one at a time, since more threads would take CPU time from requests. */
let lastCall: Promise<unknown> = Promise.resolve();
/** The thread is reused, since starting one takes longer than the search of a small day. */
let worker: Worker | undefined;

/**
 * Runs `orderRoute` in a worker thread. The matrix is copied; it must not change before the promise resolves.
 *
 * Rejects with the error that `orderRoute` throws, with the signal's reason when it is aborted, or with an error when
 * the thread crashes or exceeds its time limit. The thread is then terminated and the next call starts a new one.
 */
export async function orderInWorker(
  { matrix, ...problem }: RouteProblem,
  options: SolveOptions,
  signal?: AbortSignal,
): Promise<number[]> {
  const [order] = await orderAllInWorker(matrix, [{ problem, options }], signal);
  return order as number[];
}

/** Does what `orderInWorker` does, for several routes that share a matrix. They are ordered one after the other. */
export async function orderAllInWorker(
  matrix: CostMatrix,
  questions: readonly RouteQuestion[],
  cancel?: AbortSignal,
): Promise<number[][]> {
  return await inTurn<number[]>(matrix, { questions }, cancel);
}

/** Runs `planDay` in the same thread and with the same rules as `orderInWorker`. An aborted search returns no plan. */
export async function planInWorker(
  { matrix, ...problem }: DayProblem,
  options: SolveOptions,
  cancel?: AbortSignal,
): Promise<DayPlan> {
  const [plan] = await inTurn<DayPlan>(matrix, { questions: [], day: { problem, options } }, cancel);
  return plan as DayPlan;
}

async function inTurn<Result>(
  { size, costs }: CostMatrix,
  asked: Omit<SolverCall, 'matrix'>,
  cancel: AbortSignal = new AbortController().signal,
): Promise<Result[]> {
  const turn = lastCall.then(async () => {
    cancel.throwIfAborted();
    const copy = await copyInPieces(costs);
    return await askThread<Result>({ ...asked, matrix: { size, costs: copy } }, copy.buffer, cancel);
  });
  lastCall = turn.catch(() => undefined);
  const done = new AbortController();
  // An aborted call rejects immediately, even while it waits for the calls before it.
  return await Promise.race([turn, untilAborted(cancel, done.signal)]).finally(() => done.abort());
}

/** Copies costs in pieces, because copying a hundred megabytes at once would block every request. */
async function copyInPieces(costs: Int32Array): Promise<Int32Array<ArrayBuffer>> {
  const copy = new Int32Array(costs.length);
  for (let from = 0; from < costs.length; from += costsPerTurn) {
    if (from > 0) await nextTurn();
    copy.set(costs.subarray(from, from + costsPerTurn), from);
  }
  return copy;
}

async function askThread<Result>(call: SolverCall, matrix: ArrayBuffer, cancel: AbortSignal): Promise<Result[]> {
  cancel.throwIfAborted();
  worker ??= startThread();
  const thread = worker;
  const asked = call.day ? [call.day] : call.questions;
  const budgetMs = asked.reduce((sum, { options }) => sum + options.budgetMs, 0);
  const waitMs = budgetMs * timeLimit.factor + timeLimit.extraMs;
  const listening = new AbortController();
  const { signal } = listening;
  thread.postMessage(call, [matrix]);
  try {
    const [solutions] = await Promise.race([
      once(thread, 'message', { signal }),
      once(thread, 'messageerror', { signal }).then(([error]) => Promise.reject(error)),
      once(thread, 'exit', { signal }).then(([code]) => {
        throw new Error(`The route solver's thread ended without a result (exit code ${code}).`);
      }),
      pass(waitMs, undefined, { signal }).then(() => {
        throw new Error(`The route solver returned no result within ${waitMs} ms.`);
      }),
      untilAborted(cancel, signal),
    ]);
    return solutions;
  } catch (error) {
    worker = undefined;
    await thread.terminate();
    throw error;
  } finally {
    listening.abort();
  }
}

/** Rejects with the reason once `cancel` is aborted. `signal` ends the listening. */
async function untilAborted(cancel: AbortSignal, signal: AbortSignal): Promise<never> {
  if (!cancel.aborted) await once(cancel, 'abort', { signal });
  throw cancel.reason;
}

/** Starts the thread. An idle thread doesn't keep the process running. */
function startThread(): Worker {
  const thread = new Worker(new URL('./worker.ts', import.meta.url), { execArgv: [] });
  thread.unref();
  return thread;
}
