import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { solve } from '../solve.ts';
import type { SolverCall } from './solve-in-worker.ts';

/** The thread of `solveInWorker`: the questions of a call, and their answers. What `solve` throws ends it and reaches the caller. */

// Requests come first when the processors are busy. Only Linux gives a thread a priority of its own; elsewhere this would
// slow the server down with it.
if (process.platform === 'linux') setPriority(Math.max(getPriority(), 10));

parentPort?.on('message', ({ matrix, questions }: SolverCall) => {
  parentPort?.postMessage(questions.map(({ problem, options }) => solve({ ...problem, matrix }, options)));
});
