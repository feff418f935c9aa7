import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/** Returns the `Idempotency-Key`, which a request shares with its repeats. Throws a 400 Refusal when it is too long. */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = headers['idempotency-key'];
  const key = Array.isArray(header) ? header[0] : header;
  if (key && key.length > 255) throw new Refusal(400, 'The Idempotency-Key is too long.');
  return key || undefined;
}
