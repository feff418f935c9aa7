import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

const longWorkMs = 120_000;

/** For an answer that takes its time: the connection may stand still for longer meanwhile than it otherwise may (app.ts). */
export function whileWorking<T>({ raw }: FastifyRequest, work: () => Promise<T>): Promise<T> {
  // A test may come without a wire.
  if (raw.socket instanceof Socket) raw.socket.setTimeout(longWorkMs);
  return work();
}
