import { type Logger, pino } from 'pino';

/**
 * Creates a logger that writes JSON lines to standard output. Errors are logged with type, message, code and stack.
 * PostgreSQL's `detail` and `where` contain user data and are omitted, as is anything that could contain a secret.
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
