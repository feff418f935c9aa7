import { minAddressQuery, suggestAddresses, suggestVisitorAddresses } from '../../contract/addresses.ts';
import { SignedOutError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { session } from '../api/session.ts';

/** How long a lookup may take (BOOK-23). */
const timeoutMs = 5_000;
/**
 * How long lookups pause after a failed one: longer than it takes to type an address, so that a failure isn't repeated
 * while typing.
 */
const pauseMs = 5 * 60_000;

export interface Suggestions {
  readonly addresses: readonly string[];
  /** True if the map service found them. Its name must then be shown next to them. */
  readonly areFromMap: boolean;
}

let pausedUntilMs = 0;

/**
 * Suggests addresses for a text, from the map service through our server. If the service refuses, fails or is slow, the
 * sample addresses replace it immediately and for five minutes, so that lookup problems never get in the way of typing.
 * Rejects only when `signal` is aborted.
 */
export async function lookUpAddresses(text: string, signal: AbortSignal): Promise<Suggestions> {
  if (Date.now() < pausedUntilMs) return samplesFor(text);
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal.addEventListener('abort', abort);
  try {
    const suggest = session.token() ? suggestAddresses : suggestVisitorAddresses;
    const addresses = await call(suggest, { query: { q: text }, signal: attempt.signal });
    return { addresses, areFromMap: true };
  } catch (error) {
    if (signal.aborted) throw error;
    // An expired session says nothing about the service; the page is navigating to the sign-in form.
    if (!(error instanceof SignedOutError)) pausedUntilMs = Date.now() + pauseMs;
    return samplesFor(text);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

export function samplesFor(text: string): Suggestions {
  return { addresses: matchSamples(text), areFromMap: false };
}

/** Suggestions used when there is no map service (BOOK-24). */

const sampleAddresses: readonly string[] = [
  '1500 Market St, Philadelphia, PA 19102',
  '718 S 9th St, Philadelphia, PA 19147',
  '2401 Pennsylvania Ave, Philadelphia, PA 19130',
  '4212 Pine St, Philadelphia, PA 19104',
  '6901 Germantown Ave, Philadelphia, PA 19119',
];

const maxSamples = 3;

/**
 * Returns up to three sample addresses that contain every word of the text, in any order; none for fewer than three
 * characters.
 */
export function matchSamples(text: string): string[] {
  const query = text.trim().toLowerCase();
  if (query.length < minAddressQuery) return [];
  const words = query.split(/[\s,]+/).filter(Boolean);
  const isMatch = (address: string) => words.every((word) => address.toLowerCase().includes(word));
  return sampleAddresses.filter((address) => address.toLowerCase() !== query && isMatch(address)).slice(0, maxSamples);
}
