/** Thrown when an external service returns no usable response. The message is for the log, without any request data. */
export class NoResponseError extends Error {
  override name = 'NoResponseError';
}

export interface JsonResponse {
  status: number;
  /** Undefined when the response isn't JSON. */
  body: unknown;
  /** From the `Retry-After` header; undefined without one. */
  retryAfterMs: number | undefined;
}

interface Bounds {
  timeoutMs: number;
  maxBytes: number;
  signal?: AbortSignal;
}

/** A form that `fetchJson` posts instead of sending a GET. */
interface Post {
  form: Record<string, string>;
  headers: Record<string, string>;
}

/**
 * Fetches JSON within a time and size limit, without following redirects. Returns a response of any HTTP status; throws
 * a NoResponseError when no response arrives in time or the response is too large.
 */
export async function fetchJson(url: URL, { timeoutMs, maxBytes, signal }: Bounds, post?: Post): Promise<JsonResponse> {
  try {
    const inTime = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, {
      ...(post && { method: 'POST', body: new URLSearchParams(post.form) }),
      headers: { accept: 'application/json', ...post?.headers },
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, inTime]) : inTime,
    });
    const text = (await readBytes(response, maxBytes)).toString('utf8');
    return { status: response.status, body: parse(text), retryAfterMs: readRetryAfter(response.headers) };
  } catch (error) {
    throw new NoResponseError(describeFailure(error));
  }
}

/** Reads a body within a size limit. Throws a NoResponseError when the body is larger. */
export async function readBytes(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // Leaving the loop cancels the rest of the body.
    if (bytes > maxBytes) throw new NoResponseError('the response was too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The header contains seconds or a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Describes an error by its name or code only, because its message may contain parts of the request. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof NoResponseError) return error.message;
  if (error.name === 'TimeoutError') return 'timed out';
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? `no connection (${code})` : `no response (${error.name})`;
}
