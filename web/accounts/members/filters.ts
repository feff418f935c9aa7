import { type Role, roles } from '../../../contract/accounts.ts';
import type { SearchParams } from '../../api/search-params.ts';

/** The filters of All Members. They live in the address, so that back, forward and reload keep them. */
export interface MemberFilters {
  readonly role: Role | 'all';
  readonly q: string;
}

/** What the server takes as a search (contract, ListQuery). */
const maxSearchLength = 255;

/** Reads the filters from an address; what the address does not say, or says wrongly, is the default. */
export function readMemberFilters(search: SearchParams): MemberFilters {
  return {
    role: roles.find((role) => role === search.role) ?? 'all',
    q: (search.q ?? '').trim().slice(0, maxSearchLength),
  };
}

/** The way back; a default leaves no trace in the address. */
export function memberFiltersInAddress({ role, q }: MemberFilters): SearchParams {
  return { role: role === 'all' ? undefined : role, q: q || undefined };
}
