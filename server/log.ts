import { type Logger, pino } from 'pino';

/**
 * Structured logs, one JSON line each, on standard output. Errors keep type, message, code and stack; PostgreSQL's
 * `detail` and `where` repeat people's data and are left out, as is anything that could hold a secret.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
    redact: {
      paths: ['password', 'token', 'authorization', '*.password', '*.token', '*.authorization'],
      censor: '[secret]',
    },
  });
}

function describeError(error: Error & { code?: string }): object {
  return { type: error.name, message: error.message, code: error.code, stack: error.stack };
}
