import { parseSearch, type SearchParams } from './search-params.ts';

export interface OwnAddress {
  to: string;
  search: SearchParams;
}

const here = 'https://here.invalid';

/** An address of this app, in the parts that the router takes. Null for every other: nothing stored may lead elsewhere. */
export function ownAddressOf(address: string | null): OwnAddress | null {
  if (!address?.startsWith('/')) return null;
  try {
    const { origin, pathname, search } = new URL(address, here);
    return origin === here ? { to: pathname, search: parseSearch(search) } : null;
  } catch {
    return null;
  }
}
