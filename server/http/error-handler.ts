import type { FastifyError, FastifyInstance } from 'fastify';
import type { ErrorBody } from '../../contract/errors.ts';
import { Refusal } from '../refusal.ts';

/** Every failure leaves as a short JSON body: never a stack, never SQL, never HTML. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) {
      if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds);
      return reply.code(error.status).send(refusalBody(error));
    }
    if (isDatabaseAway(error)) {
      request.log.warn({ err: error }, 'the database is away');
      return reply.code(503).header('retry-after', 1).send(databaseAwayBody);
    }
    const status = error.statusCode ?? 500;
    // Load that is shed is no fault of this request: a line, without where in the code.
    if (error.code === 'FST_UNDER_PRESSURE') request.log.warn('too busy: the request was turned away');
    else if (status >= 500) request.log.error({ err: error }, 'request failed');
    const words = { ...clientMessages, ...(request.routeOptions.config.takesFile && fileMessages) };
    return reply.code(status).send({ message: words[status] ?? 'Something went wrong. Please try again.' });
  });
}

const databaseAwayBody: ErrorBody = { message: 'We are back in a moment. Please try again.', code: 'unavailable' };

/** What Fastify itself refuses, in our words: its own messages name internals. */
const clientMessages: Record<number, string> = {
  400: 'The request could not be read',
  404: 'Not found',
  405: 'Not found',
  413: 'The request is too large',
  414: 'The address is too long',
  415: 'Please send JSON',
  431: 'The request is too large',
  503: 'We are busy at the moment. Please try again.',
};

const fileMessages: Record<number, string> = {
  413: 'The file is too large',
  415: 'A file of this type is not taken',
};

function refusalBody(refusal: Refusal): ErrorBody {
  return {
    message: refusal.message,
    ...(refusal.code && { code: refusal.code }),
    ...(refusal.errors && Object.keys(refusal.errors).length > 0 && { errors: refusal.errors }),
  };
}

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53300',
  '40001',
  '40P01',
  '25P03',
]);

/** Connection refused or lost, server starting or shutting down, no connection in time, statement out of time. */
function isDatabaseAway(error: FastifyError): boolean {
  const code = error.code ?? '';
  // 08P01 is a statement that breaks the protocol: a fault of ours, and no connection's.
  if (awayCodes.has(code) || (/^08/.test(code) && code !== '08P01')) return true;
  return /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|connection is closed|Connection ended unexpectedly/i.test(
    error.message,
  );
}
