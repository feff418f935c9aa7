import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { orderRoute } from '../order-route.ts';
import { planDay } from '../plan-day.ts';
import type { SolverCall } from './solve-in-worker.ts';

/** The solver's worker thread. An error that the solver throws ends the thread and reaches the caller. */

// Requests have priority when the CPU is busy. Only on Linux does this affect the thread alone; elsewhere it would slow
// down the whole server.
if (process.platform === 'linux') setPriority(Math.max(getPriority(), 10));

parentPort?.on('message', ({ matrix, questions, day }: SolverCall) => {
  if (day) parentPort?.postMessage([planDay({ ...day.problem, matrix }, day.options)]);
  else parentPort?.postMessage(questions.map(({ problem, options }) => orderRoute({ ...problem, matrix }, options)));
});
