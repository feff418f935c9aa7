import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { withTimeBudget } from '../time-budget.ts';

const longTimeoutMs = 120_000;

/** Runs slow work with a longer connection timeout and without a limit on its waits for the database (app.ts). */
export function withLongTimeout<T>({ raw }: FastifyRequest, work: () => Promise<T>): Promise<T> {
  // Injected requests in tests have no socket.
  if (raw.socket instanceof Socket) raw.socket.setTimeout(longTimeoutMs);
  return withTimeBudget(undefined, work);
}
