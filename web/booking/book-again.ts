import type { Pickup } from '../../contract/pickups.ts';
import { stringifySearch } from '../api/search-params.ts';

/** Returns the address that opens the booking wizard filled in from an earlier pickup, whatever its age (BOOK-53). */
export function bookAgainHref({ id }: Pick<Pickup, 'id'>): string {
  return `/dashboard${stringifySearch({ book: 'again', pickup: id })}`;
}
