/**
 * The part of an address after the question mark, as plain texts: what stands there is what a page gets. (The router's
 * own parser reads `amount=45.50` as the number 45.5 and would write it back that way.)
 */
export interface SearchParams {
  readonly [name: string]: string | undefined;
}

/** `?amount=45.50&q=oak+st` → `{ amount: '45.50', q: 'oak st' }`. Of a name that comes twice, the first counts. */
export function parseSearch(search: string): SearchParams {
  const params: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) params[name] ??= value;
  return params;
}

/** The way back; what is undefined, null or empty is left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
