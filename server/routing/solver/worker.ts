import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { solve } from './solve.ts';
import type { SolverCall } from './solve-in-worker.ts';

/** The thread that `solveInWorker` starts: the questions of one call, and their answers. What `solve` throws ends it and reaches the caller. */

// Requests come first when the processors are busy. Only Linux gives a thread a priority of its own; elsewhere this would
// slow the server down with it.
if (process.platform === 'linux') setPriority(Math.max(getPriority(), 10));

const { matrix, questions } = workerData as SolverCall;
parentPort?.postMessage(questions.map(({ problem, options }) => solve({ ...problem, matrix }, options)));
