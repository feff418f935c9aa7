import type { FastifyError, FastifyInstance } from 'fastify';
import type { ErrorBody } from '../../contract/errors.ts';
import { Refusal } from '../refusal.ts';

/** Turns every error into a short JSON body without stack traces, SQL or HTML. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) {
      if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds);
      return reply.code(error.status).send(refusalBody(error));
    }
    if (isDatabaseUnavailable(error)) {
      request.log.warn({ err: error }, 'the database is unavailable');
      return reply.code(503).header('retry-after', 1).send(databaseUnavailableBody);
    }
    const status = error.statusCode ?? 500;
    // This request didn't cause the overload, so its stack trace isn't logged.
    if (error.code === 'FST_UNDER_PRESSURE') request.log.warn('overloaded: rejected a request');
    else if (status >= 500) request.log.error({ err: error }, 'request failed');
    const words = { ...clientMessages, ...(request.routeOptions.config.takesFile && fileMessages) };
    return reply.code(status).send({ message: words[status] ?? 'Something went wrong. Please try again.' });
  });
}

const databaseUnavailableBody: ErrorBody = {
  message: "We'll be back in a moment. Please try again.",
  code: 'unavailable',
};

/** Messages for Fastify's own errors, because their texts name internals. */
const clientMessages: Record<number, string> = {
  400: 'The request could not be read',
  404: 'Not found',
  413: 'The request is too large',
  414: 'The URL is too long',
  415: 'Please send JSON',
  431: 'The request is too large',
  503: "We're busy right now. Please try again.",
};

const fileMessages: Record<number, string> = {
  413: 'The file is too large',
  415: 'This type of file is not accepted',
};

function refusalBody(refusal: Refusal): ErrorBody {
  return {
    message: refusal.message,
    ...(refusal.code && { code: refusal.code }),
    ...(refusal.errors && Object.keys(refusal.errors).length > 0 && { errors: refusal.errors }),
  };
}

const unavailableCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|57P0[123]|57014|53300|40001|40P01|25P03|53100|53200|58030|25006)$/;

/**
 * Returns true for a failure that may pass: a connection that is refused or lost, a server that starts, stops, is
 * read-only or lacks resources, a timeout, a deadlock.
 */
function isDatabaseUnavailable(error: FastifyError): boolean {
  const code = error.code ?? '';
  // PostgreSQL's own 08P01 names the routine that found it, and is a bug of ours. A pooler's names none: it has lost
  // the server, or has no connection left.
  if (code === '08P01') return (error as FastifyError & { routine?: string }).routine === undefined;
  if (unavailableCodes.test(code) || code.startsWith('08')) return true;
  return /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|connection is closed|Connection ended unexpectedly/i.test(
    error.message,
  );
}
