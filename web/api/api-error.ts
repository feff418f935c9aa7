import type { ErrorBody } from '../../contract/errors.ts';

/**
 * An error response of the server. `message` (ERR-13) is the message of the JSON body, else the raw response text, else
 * the status text. Toasts show `messageOf(error, …)`, which falls back to the screen's own text when the message is not
 * meant for users.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  /** Whether the message is meant for users. */
  readonly isExplained: boolean;
  /** Whether our server sent the response, and not a proxy. Our server's errors are JSON with a message. */
  readonly isFromServer: boolean;
  /** One message per field, for forms. */
  readonly errors: Readonly<Record<string, string>>;
  /** The long form (ERR-10): status code, colon, space, then the body (or the status text). */
  readonly asText: string;

  /** Seconds to wait before a retry (`Retry-After`). */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, statusText: string, body: string, retryAfter?: string | null) {
    const parsed = parseErrorBody(body);
    // HTML comes from a proxy. The full text is in asText.
    const text = parsed?.message || (markup.test(body) ? '' : body.trim()) || statusText;
    super(text || `Something went wrong (${status}). Please try again.`);
    this.name = 'ApiError';
    this.status = status;
    this.isFromServer = Boolean(parsed?.message);
    this.isExplained = this.isFromServer || isShowable(body);
    this.code = parsed?.code;
    this.errors = parsed?.errors ?? {};
    this.asText = `${status}: ${body || statusText}`;
    this.retryAfterSeconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  }
}

/** Thrown if the call did not reach the server, or its response was lost. The session is not affected. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super("We couldn't reach the server. Check your connection and try again.", { cause });
    this.name = 'NetworkError';
  }
}

/** Thrown if the session has ended. The browser is navigating to the sign-in page. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
}

/** Thrown by `requireStorage()` before a sign-in, if the browser blocks storage: a session would end with the page. */
export class StorageBlockedError extends Error {
  constructor() {
    super('Your browser blocks storage for this site, so it cannot keep you signed in. Allow site data and try again.');
    this.name = 'StorageBlockedError';
  }
}

/** Returns the text of an error toast: the server's message if it is meant for users, otherwise `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.isExplained ? error.message : fallback;
  return ownErrors.some((kind) => error instanceof kind) ? (error as Error).message : fallback;
}

/** Errors whose message is ours and meant for users. */
const ownErrors = [NetworkError, SignedOutError, StorageBlockedError];

const markup = /<[a-z!/?]/i;
const maxPlainLength = 300;

/** Returns true for short plain text. HTML, long dumps and unknown JSON can't be shown. */
function isShowable(body: string): boolean {
  const text = body.trim();
  return text !== '' && text.length <= maxPlainLength && !markup.test(text) && !/^[{[]/.test(text);
}

function parseErrorBody(body: string): ErrorBody | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
      ? (value as ErrorBody)
      : null;
  } catch {
    return null;
  }
}
