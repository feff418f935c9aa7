import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/** The `Idempotency-Key` of a request, which its repeats share. Throws 400 when it is too long. */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = headers['idempotency-key'];
  const key = Array.isArray(header) ? header[0] : header;
  if (key && key.length > 255) throw new Refusal(400, 'The Idempotency-Key is too long.');
  return key || undefined;
}
