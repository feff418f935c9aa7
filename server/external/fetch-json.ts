/** Why a service outside gave no answer that can be used: a reason for the log, which never holds what was sent. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

export interface JsonAnswer {
  status: number;
  /** Undefined where it is no JSON. */
  body: unknown;
  /** What a `Retry-After` header asks for. */
  retryAfterMs: number | undefined;
}

interface Bounds {
  timeoutMs: number;
  maxBytes: number;
  signal?: AbortSignal;
}

/** Asks a service by GET, within a time and a size, and follows it nowhere else. Throws a NoAnswerError. */
export async function fetchJson(url: URL, { timeoutMs, maxBytes, signal }: Bounds): Promise<JsonAnswer> {
  try {
    const inTime = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, inTime]) : inTime,
    });
    const text = await readText(response, maxBytes);
    return { status: response.status, body: parse(text), retryAfterMs: readRetryAfter(response.headers) };
  } catch (error) {
    throw error instanceof NoAnswerError ? error : new NoAnswerError(describeFailure(error));
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // Leaving the loop cancels the rest.
    if (bytes > maxBytes) throw new NoAnswerError('the answer was too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds or a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** What failed, by its name or code: an error's own message may hold parts of the request. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? `no connection (${code})` : `no answer (${error.name})`;
}
