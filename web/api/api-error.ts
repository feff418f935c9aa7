import type { ErrorBody } from '../../contract/errors.ts';

/** The server refused a call. `message` is fit for a toast. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  /** Whether the server said in words what is wrong. */
  readonly isExplained: boolean;
  /** One message a field, for forms. */
  readonly errors: Readonly<Record<string, string>>;
  /** Status code, colon, space, then the body (or the status text): the long form of SPEC section 8. */
  readonly asText: string;

  constructor(status: number, statusText: string, body: string) {
    const parsed = parseErrorBody(body);
    // The page of a proxy in between is nothing to read in a toast.
    const text = parsed?.message || (body.trimStart().startsWith('<') ? '' : body) || statusText;
    super(text || `The request failed (${status}). Please try again.`);
    this.name = 'ApiError';
    this.status = status;
    this.isExplained = text !== '';
    this.code = parsed?.code;
    this.errors = parsed?.errors ?? {};
    this.asText = `${status}: ${body || statusText}`;
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

/** What a toast says about a failed call: the server's words, or the screen's own where the server had none. */
export function messageOf(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return error.isExplained ? error.message : otherwise;
  return error instanceof NetworkError || error instanceof SignedOutError ? error.message : otherwise;
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
