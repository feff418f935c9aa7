/** The query of a URL as plain strings. The router's own parser would turn `amount=45.50` into the number 45.5. */
export interface SearchParams {
  readonly [name: string]: string | undefined;
}

/** `?amount=45.50&q=oak+st` → `{ amount: '45.50', q: 'oak st' }`. If a name is repeated, the first value counts. */
export function parseSearch(search: string): SearchParams {
  const params: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) params[name] ??= value;
  return params;
}

/** Converts parameters back to `?amount=45.50&q=oak+st`, or to ''. Omits undefined, null and empty values. */
export function stringifySearch(search: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

interface OwnAddress {
  to: string;
  search: SearchParams;
}

const here = 'https://here.invalid';

/**
 * Splits a URL of this app for the router. Returns null for any other URL, so that stored links cannot leave the app.
 */
export function ownAddressOf(address: string | null): OwnAddress | null {
  if (!address?.startsWith('/')) return null;
  try {
    const { origin, pathname, search } = new URL(address, here);
    return origin === here ? { to: pathname, search: parseSearch(search) } : null;
  } catch {
    return null;
  }
}
