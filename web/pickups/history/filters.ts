/**
 * The filters of Pickup History, with the query that each sends to the server. Cancelled pickups have a filter of their
 * own: their refunds and 'Book again' are on their pages.
 */
export const historyFilters = [
  { id: 'all', label: 'All', query: {}, none: 'No pickups yet' },
  {
    id: 'subscription',
    label: 'Subscription',
    query: { type: 'subscription' },
    none: 'No subscription pickups',
  },
  {
    id: 'one-time',
    label: 'One-Time',
    query: { type: 'one-time,same-day,next-day' },
    none: 'No one-time pickups',
  },
  { id: 'completed', label: 'Completed', query: { status: 'completed' }, none: 'No completed pickups' },
  { id: 'scheduled', label: 'Scheduled', query: { status: 'assigned,pending' }, none: 'No scheduled pickups' },
  { id: 'cancelled', label: 'Cancelled', query: { status: 'cancelled' }, none: 'No cancelled pickups' },
] as const;

export type HistoryFilter = (typeof historyFilters)[number];

/** Returns the filter named in the URL; All for an unknown name. */
export function historyFilterOf(name: string | undefined): HistoryFilter {
  return historyFilters.find((filter) => filter.id === name) ?? historyFilters[0];
}
