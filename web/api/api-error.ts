import type { ErrorBody } from '../../contract/errors.ts';

/**
 * The server refused a call. `message` (ERR-13) is the message of the JSON body, else the raw text of
 * the answer, else the status text. A toast shows `messageOf(error, …)`, which keeps the screen's own words where these
 * were not written for people.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  /** Whether the server itself said in words what is wrong. */
  readonly isExplained: boolean;
  /** Whether our server gave it, and not something in between: its refusals are JSON with a message. */
  readonly isServersOwn: boolean;
  /** One message a field, for forms. */
  readonly errors: Readonly<Record<string, string>>;
  /** Status code, colon, space, then the body (or the status text): the long form (ERR-10). */
  readonly asText: string;

  /** After how many seconds the server wants to be asked again (`Retry-After`). */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, statusText: string, body: string, retryAfter?: string | null) {
    const parsed = parseErrorBody(body);
    // Markup is the page of a proxy in between; whoever wants to read it finds it in asText.
    const text = parsed?.message || (markup.test(body) ? '' : body.trim()) || statusText;
    super(text || `The request failed (${status}). Please try again.`);
    this.name = 'ApiError';
    this.status = status;
    this.isServersOwn = Boolean(parsed?.message);
    this.isExplained = this.isServersOwn || isForPeople(body);
    this.code = parsed?.code;
    this.errors = parsed?.errors ?? {};
    this.asText = `${status}: ${body || statusText}`;
    this.retryAfterSeconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  }
}

/** The call never reached the server, or its answer never came back. The session stays as it is. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('We could not reach the server. Check your connection and try again.', { cause });
    this.name = 'NetworkError';
  }
}

/** The session is over; the browser is on its way to the sign-in page. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
}

/**
 * The browser keeps nothing for this site, so a session would end with the page that started it. Raised by
 * `requireStorage()` before a sign-in.
 */
export class StorageBlockedError extends Error {
  constructor() {
    super('Your browser blocks storage for this site, so it cannot keep you signed in. Allow site data and try again.');
    this.name = 'StorageBlockedError';
  }
}

/** What a toast says about a failed call: the server's words, or the screen's own where the server had none. */
export function messageOf(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return error.isExplained ? error.message : otherwise;
  return ownErrors.some((kind) => error instanceof kind) ? (error as Error).message : otherwise;
}

/** Errors whose message was written here, for people. */
const ownErrors = [NetworkError, SignedOutError, StorageBlockedError];

const markup = /<[a-z!/?]/i;
const longestWords = 300;

/** A short plain text is a word to the reader; a page, a long dump or a foreign piece of JSON is not. */
function isForPeople(body: string): boolean {
  const text = body.trim();
  return text !== '' && text.length <= longestWords && !markup.test(text) && !/^[{[]/.test(text);
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
