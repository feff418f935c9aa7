import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * Creates a logger that writes JSON lines to standard output. Errors are logged with type, message, code and stack.
 * PostgreSQL's `detail` and `where` contain user data and are omitted, as is anything that could contain a secret.
 * Email addresses and phone numbers, which mail servers and Twilio repeat in their reasons, are masked.
 */
export function createLogger(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const options = {
    level,
    serializers: {
      err: describeError,
      reason: maskPeople,
      detail: maskPeople,
      why: maskPeople,
      req: () => undefined,
      res: () => undefined,
    },
    redact: {
      paths: ['password', 'token', 'authorization', '*.password', '*.token', '*.authorization'],
      censor: '[secret]',
    },
  };
  return pino(options, destination);
}

/** Logs the warnings of Node and of packages, which Node would print as text. */
export function logNodeWarnings(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node'));
}

/** Fastify's error for a second response. Its text contains the URL, whose path may contain a token. */
const sentTwice = 'FST_ERR_REP_ALREADY_SENT';

function describeError(error: Error & { code?: string }): object {
  const { name: type, message, code, stack } = error;
  if (code === sentTwice) return { type, code };
  return { type, message: maskPeople(message), code, stack: maskPeople(stack) };
}

const emailAddress = /[^\s<>"'(),:;]+@[a-z0-9.-]+\.[a-z]{2,}/gi;
const phoneNumber = /\+\d{8,15}\b/g;

function maskPeople(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  return text.replace(emailAddress, '[email]').replace(phoneNumber, '[phone]');
}
