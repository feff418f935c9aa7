import { type PackageType, plans } from '../../../contract/values/prices.ts';
import type { SearchParams } from '../../api/search-params.ts';

/** The filters of Subscribers. They live in the address, so that back, forward and reload keep them. */
export const subscriberStatuses = ['all', 'active', 'paused', 'cancelled'] as const;
export type SubscriberStatus = (typeof subscriberStatuses)[number];

export interface SubscriberFilters {
  readonly status: SubscriberStatus;
  readonly plan: PackageType | 'all';
  readonly q: string;
}

export const noFilters: SubscriberFilters = { status: 'all', plan: 'all', q: '' };

/** What the server takes as a search (contract, ListQuery). */
const maxSearchLength = 255;

/** Reads the filters from an address; what the address does not say, or says wrongly, is the default. */
export function readFilters(search: SearchParams): SubscriberFilters {
  return {
    status: subscriberStatuses.find((status) => status === search.status) ?? 'all',
    plan: plans.find(({ id }) => id === search.package)?.id ?? 'all',
    q: (search.q ?? '').trim().slice(0, maxSearchLength),
  };
}

/** The way back; a default leaves no trace in the address. */
export function filtersInAddress({ status, plan, q }: SubscriberFilters): SearchParams {
  return {
    status: status === 'all' ? undefined : status,
    package: plan === 'all' ? undefined : plan,
    q: q || undefined,
  };
}

/** The same filters as the server's list takes them. */
export function filtersForServer({ status, plan, q }: SubscriberFilters) {
  return {
    ...(status !== 'all' && { status }),
    ...(plan !== 'all' && { type: plan }),
    ...(q && { q }),
  };
}
