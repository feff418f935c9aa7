import type { CallArgs, CallResult, Endpoint } from '../../contract/endpoint.ts';
import { ApiError, NetworkError, SignedOutError } from './api-error.ts';
import { session } from './session.ts';

interface Options {
  signal?: AbortSignal | undefined;
  /** Sent as `Idempotency-Key`: the server makes a repeated call once. */
  idempotencyKey?: string;
}

/** The parts of a call that may be left out: those that are optional, or of which nothing is required. */
type OptionalParts<T> = {
  [K in keyof T]-?: undefined extends T[K] ? K : object extends T[K] ? K : never;
}[keyof T];
export type Parts<E extends Endpoint> = Omit<CallArgs<E>, OptionalParts<CallArgs<E>>> &
  Partial<Pick<CallArgs<E>, OptionalParts<CallArgs<E>>>>;

/** What `call` takes beside the endpoint: what the endpoint declares, and nothing where it needs nothing. */
export type Rest<E extends Endpoint> =
  object extends Parts<E> ? [args?: Parts<E> & Options] : [args: Parts<E> & Options];

/** The parts of a call as every endpoint may have them, for the code below. */
export interface LooseArgs extends Options {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/**
 * Makes one call of the contract and answers its typed response. Without a
 * token, or on 401 and 403, the session ends and the browser goes to /login; every other refusal is an ApiError.
 * Public endpoints (sign-in, registration) end no session: there a 401 is an ordinary refusal.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[args]: Rest<E>): Promise<CallResult<E>> {
  const { params, query, body, signal, idempotencyKey } = (args ?? {}) as LooseArgs;
  const path = pathOf(endpoint, params) + queryText(query);
  const headers: Record<string, string> = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {};
  const response = await send(endpoint, path, {
    method: endpoint.method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  return (response.status === 204 ? undefined : await read(() => response.json())) as CallResult<E>;
}

/** The address of an endpoint with its parameters filled in. */
export function pathOf(endpoint: Pick<Endpoint, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** `?status=pending&q=oak`, or nothing; what is undefined, null or empty is left out. */
export function queryText(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
}

/** Sends with the session's token and answers the response if it is good; raises otherwise. */
export async function send(
  endpoint: Pick<Endpoint, 'access'>,
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

  const response = await read(() => fetch(path, { ...init, ...patient(init), headers, credentials: 'include' }));
  const isRefusedSession = response.status === 401 || response.status === 403;
  if ((response.ok || isRefusedSession) && isWebPage(response)) throw new NetworkError(`a page, ${response.status}`);
  if (response.ok) return response;
  if (!isPublic && isRefusedSession) {
    // Unless another tab signed in meanwhile: the refusal concerns the old token only.
    if (session.token() === token) void session.end();
    throw new SignedOutError('Authentication failed');
  }
  const { status, statusText, headers: said } = response;
  throw new ApiError(status, statusText, await response.text().catch(() => ''), said.get('retry-after'));
}

const readingPatienceMs = 20_000;

/**
 * A reading on a dead connection ends by itself: it would hang for minutes, and six of them keep the browser from sending
 * anything else. What changes something waits for its answer, unless the caller says otherwise.
 */
function patient({ method, signal }: RequestInit): { signal?: AbortSignal } {
  if (method !== 'GET') return {};
  const late = AbortSignal.timeout(readingPatienceMs);
  if (!signal) return { signal: late };
  return AbortSignal.any ? { signal: AbortSignal.any([signal, late]) } : {};
}

/** Our server answers calls with data. A page comes from something in between (a hotel's sign-in, a proxy). */
function isWebPage(response: Response): boolean {
  return response.headers.get('content-type')?.includes('text/html') ?? false;
}

/** A failing network becomes a NetworkError; a call that the caller aborted stays an AbortError. */
export async function read<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkError(error);
  }
}
