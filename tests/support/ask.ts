import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever came back
  body: any;
}

export interface Question {
  token?: string;
  body?: unknown;
  /** Its Idempotency-Key. */
  key?: string;
}

/** The answer, or undefined when the server died before one came: a browser then knows nothing. */
export async function ask(
  url: string,
  method: string,
  path: string,
  { token, body, key }: Question,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  } catch {
    await sleep(50);
    return undefined;
  }
}
