import { suggestAddresses } from '../../contract/addresses.ts';
import { SignedOutError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { matchSamples } from './sample-addresses.ts';

/** BOOK-23. */
const timeoutMs = 5_000;
/** Longer than anybody types at an address: whoever was refused once is not kept waiting again. */
const pauseMs = 5 * 60_000;

export interface Suggestions {
  readonly addresses: readonly string[];
  /** They come from the map service, whose name must stand beside them. */
  readonly areFromMap: boolean;
}

let pausedUntilMs = 0;

/**
 * Addresses for a text, from the map service through our server. Where that refuses, fails or is slow, the samples take
 * its place, at once and for a while: looking up must never disturb somebody who types an address. Rejects only when
 * `signal` says that the answer is no longer wanted.
 */
export async function lookUpAddresses(text: string, signal: AbortSignal): Promise<Suggestions> {
  if (Date.now() < pausedUntilMs) return samplesFor(text);
  const attempt = new AbortController();
  const giveUp = () => attempt.abort();
  const timer = setTimeout(giveUp, timeoutMs);
  signal.addEventListener('abort', giveUp);
  try {
    const addresses = await call(suggestAddresses, { query: { q: text }, signal: attempt.signal });
    return { addresses, areFromMap: true };
  } catch (error) {
    if (signal.aborted) throw error;
    // The end of the session says nothing of the service; the page is on its way to the sign-in form.
    if (!(error instanceof SignedOutError)) pausedUntilMs = Date.now() + pauseMs;
    return samplesFor(text);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

export function samplesFor(text: string): Suggestions {
  return { addresses: matchSamples(text), areFromMap: false };
}
