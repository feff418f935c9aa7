import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint, FileBytes, Schema } from '../../contract/endpoint.ts';
import { Refusal } from '../refusal.ts';

/** Accepts only bodies of these content types, as bytes. The limit is the route's, unless this names one. */
export function acceptBytes(scope: FastifyInstance, types: readonly string[], maxBytes?: number): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', ...(maxBytes && { bodyLimit: maxBytes }) } as const;
  scope.addContentTypeParser([...types], options, (_request, body, done) => done(null, body));
}

/** Returns the uploaded file of a request. Throws a 400 Refusal when it is empty. */
export function fileOf(request: FastifyRequest): FileBytes {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw new Refusal(400, 'The file is empty.');
  return { type: String(request.headers['content-type']), bytes: request.body };
}

/**
 * Parses the parts of a request. Throws a 404 Refusal for a path parameter that can't identify a record, and a 400
 * Refusal with one message per field for any other invalid input.
 */
export function parseRequest(
  endpoint: Endpoint,
  request: FastifyRequest,
): { params: unknown; query: unknown; body: unknown } {
  return {
    params: endpoint.params && parsePart(endpoint.params, request.params, () => new Refusal(404, 'Not found')),
    query: endpoint.query && parsePart(endpoint.query, request.query, badInput),
    body: endpoint.body && parsePart(endpoint.body, request.body ?? undefined, badInput),
  };
}

function parsePart(schema: Schema, value: unknown, refusal: (error: z.core.$ZodError) => Refusal): unknown {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw refusal(parsed.error);
  // Parsed data is no deeper than its schema; the raw input may be deep enough to overflow the stack.
  if (hasUnstorableText(parsed.data)) throw new Refusal(400, 'Please remove the invisible characters and try again.');
  return parsed.data;
}

function badInput(error: z.core.$ZodError): Refusal {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) errors[issue.path.join('.')] ??= readableMessage(issue.message);
  const { '': general, ...fields } = errors;
  const message = readableMessage(
    error.issues.find((issue) => issue.path.length > 0)?.message ?? 'Please send a JSON object',
  );
  return new Refusal(400, general && Object.keys(fields).length === 0 ? 'Please send a JSON object' : message, {
    errors: fields,
  });
}

/** Replaces the validation library's own messages, which aren't meant for people. */
function readableMessage(message: string): string {
  return /^(Invalid input|Invalid option|Too (small|big)|Unrecognized key)/.test(message)
    ? 'Please check what you entered.'
    : message;
}

/** PostgreSQL can store neither U+0000 nor half of a surrogate pair. Without this check, the query would fail. */
function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasUnstorableText);
}
