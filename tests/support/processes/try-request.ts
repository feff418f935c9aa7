import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../accounts/signed-in.ts';

export interface TriedResponse {
  status: number;
  body: Json;
}

export interface RequestOptions {
  token?: string;
  body?: unknown;
  /** Its Idempotency-Key. */
  key?: string;
}

/**
 * Sends a request to a server that may die. Returns undefined if there is no response; like a browser, it then doesn't
 * know the outcome.
 */
export async function tryRequest(
  url: string,
  method: string,
  path: string,
  { token, body, key }: RequestOptions,
): Promise<TriedResponse | undefined> {
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
