import type { CallArgs, CallResult, Endpoint } from '../../contract/endpoint.ts';
import { ApiError, NetworkError, SignedOutError } from './api-error.ts';
import { stringifySearch } from './search-params.ts';
import { secondFactor } from './second-factor.ts';
import { readServerTime } from './server-clock.ts';
import { session } from './session.ts';

interface Options {
  signal?: AbortSignal | undefined;
  /** Sent as `Idempotency-Key`, so that the server executes a repeated call only once. */
  idempotencyKey?: string;
}

/** The parts of a call that can be omitted: optional ones, and those without required fields. */
type OptionalParts<T> = { [K in keyof T]-?: undefined extends T[K] ? K : object extends T[K] ? K : never }[keyof T];
export type Parts<E extends Endpoint> = Omit<CallArgs<E>, OptionalParts<CallArgs<E>>> &
  Partial<Pick<CallArgs<E>, OptionalParts<CallArgs<E>>>>;

/** The arguments of `call` after the endpoint: what the endpoint declares, optional when nothing is required. */
export type Rest<E extends Endpoint> =
  object extends Parts<E> ? [args?: Parts<E> & Options] : [args: Parts<E> & Options];

/** The parts of a call, loosely typed for the implementation. */
export interface LooseArgs extends Options {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/**
 * Makes one call of the contract and returns its typed response. Without a token, or on 401 and 403, the session ends,
 * the browser goes to /login and this throws a SignedOutError. Any other error response throws an ApiError, a network
 * failure a NetworkError. On public endpoints (sign-in, registration) a 401 is an ordinary ApiError.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[args]: Rest<E>): Promise<CallResult<E>> {
  const { params, query, body, signal, idempotencyKey } = (args ?? {}) as LooseArgs;
  const path = pathOf(endpoint, params) + stringifySearch(query);
  const headers: Record<string, string> = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {};
  const response = await send(endpoint, path, {
    method: endpoint.method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  return (response.status === 204 ? undefined : await read(() => response.json())) as CallResult<E>;
}

export function pathOf(endpoint: Pick<Endpoint, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/**
 * Sends a request with the session's token. Returns the response if it is ok, otherwise throws like `call`. If the
 * server requires the second factor to be confirmed again, asks for a code and resends the request.
 */
export async function send(
  endpoint: Pick<Endpoint, 'access' | 'stream'>,
  path: string,
  init: RequestInit & { headers?: Record<string, string> },
): Promise<Response> {
  const headers: Record<string, string> = { ...init.headers };
  const isPublic = endpoint.access === 'public';
  const token = isPublic ? null : session.token();
  if (!isPublic && !token) {
    void session.end();
    throw new SignedOutError('No authentication token');
  }
  if (token) headers.authorization = `Bearer ${token}`;
  if (token || init.body !== undefined) headers['content-type'] ??= 'application/json';

  const timeout = endpoint.stream ? {} : withTimeout(init);
  const response = await read(() => fetch(path, { ...init, ...timeout, headers, credentials: 'include' }));
  const isAuthError = response.status === 401 || response.status === 403;
  if ((response.ok || isAuthError) && isWebPage(response)) throw new NetworkError(`a page, ${response.status}`);
  if (response.ok) {
    readServerTime(response.headers);
    return response;
  }
  if (!isPublic && isAuthError) {
    // Another tab may have signed in since the request was sent. The response is only about the old token.
    if (session.token() === token) void session.end();
    throw new SignedOutError('Authentication failed');
  }
  const { status, statusText, headers: responseHeaders } = response;
  const text = await response.text().catch(() => '');
  const error = new ApiError(status, statusText, text, responseHeaders.get('retry-after'));
  if (error.code === 'second_factor_required') secondFactor.requireEnrollment();
  if (error.code === 'confirm_again' && (await secondFactor.confirm())) return await send(endpoint, path, init);
  throw error;
}

const readTimeoutMs = 20_000;

/**
 * Adds a timeout to GETs: on a dead connection they would hang for minutes, and six of them block all other requests of
 * the browser. Other methods wait for their response unless the caller passes a signal.
 */
function withTimeout({ method, signal }: RequestInit): { signal?: AbortSignal } {
  if (method !== 'GET') return {};
  const timeout = AbortSignal.timeout(readTimeoutMs);
  if (!signal) return { signal: timeout };
  return AbortSignal.any ? { signal: AbortSignal.any([signal, timeout]) } : {};
}

/** Returns true for an HTML page. It comes from a proxy or a captive portal, because our API never returns HTML. */
function isWebPage(response: Response): boolean {
  return response.headers.get('content-type')?.includes('text/html') ?? false;
}

/** Turns network failures into a NetworkError. An abort by the caller stays an AbortError. */
export async function read<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkError(error);
  }
}
