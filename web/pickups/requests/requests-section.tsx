import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { countRequests, listAdminPickups, type RequestCounts } from '../../../contract/pickups/lists.ts';
import { readListPage } from '../../api/list-page.ts';
import { read } from '../../api/query-client.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ChipRow } from '../../ui/list/chip-row.tsx';
import { Count } from '../../ui/list/count.tsx';
import { useListFilters } from '../../ui/list/filters.ts';
import { ListStates } from '../../ui/list/list-states.tsx';
import { Pager } from '../../ui/list/pager.tsx';
import { SkeletonList } from '../../ui/list/skeleton-list.tsx';
import { Scene } from '../../ui/street/scene.tsx';
import { countTextOf } from '../../ui/text/count-text.ts';
import { RequestDetails } from './details.tsx';
import { RequestFilterBar } from './filter-bar.tsx';
import {
  firstPage,
  isNarrowed,
  pageOf,
  type RequestFilters,
  type RequestStatus,
  requestFilters,
  requestQuery,
  requestStatuses,
} from './filters.ts';
import { RequestList } from './list.tsx';
import { SeveralBar } from './several/several-bar.tsx';
import { useSelection } from './several/use-selection.ts';
import { emptyTextOf, filterLabels, shownTextOf } from './words.ts';

const refreshEveryMs = 15_000;

/** One-Time Requests: pickups booked without a plan, for the dispatcher to assign. */
export default function RequestsSection() {
  const [filters, goTo] = useListFilters(requestFilters);
  const change = (part: Partial<RequestFilters>) =>
    // Typing a search replaces the history entry, so that Back doesn't go through every letter.
    goTo({ ...part, ...firstPage }, Object.keys(part).join() === 'q' ? { replace: true } : {});
  const list = useRequestPage(filters);
  const { data: counts, isError: isCountError } = useQuery({ ...read(countRequests), refetchInterval: refreshEveryMs });
  const selection = useSelection();
  const page = pageOf(filters);
  const top = useTopOfPage(page);
  return (
    <div className="@container space-y-5">
      <RequestDayCounts counts={counts} isError={isCountError} />
      <div className="space-y-3">
        <ChipRow
          legend="Filter by status"
          chips={requestStatuses
            .filter((status) => status === filters.status || isOffered(status, counts))
            .map((status) => ({
              id: status,
              label: filterLabels[status],
              count: counts && countTextOf(counts[status]),
            }))}
          chosen={filters.status}
          onChoose={(status) => change({ status })}
        />
        <RequestFilterBar filters={filters} onChange={change} />
      </div>
      <div ref={top} className="scroll-mt-20">
        {/* Outside the list, which may become empty while a bulk action is still running. */}
        {selection.requests.length > 0 || (list.data?.items.length ?? 0) > 0 ? (
          <SeveralBar selection={selection} shown={list.data?.items ?? []} />
        ) : (
          // Reserves the bar's space, so that the list doesn't move when the bar appears.
          list.isPending && <div className="mb-2 h-12" />
        )}
        <ListStates
          query={list}
          rows={list.data?.items}
          shown={({ length }) => shownTextOf(length, page, list.data?.total ?? '')}
          errorTitle="We couldn't load the requests"
          skeleton={<SkeletonList label="Loading requests" rows={10} rowClassName="h-72 @4xl:h-14" />}
          empty={<NoRequests filters={filters} onChange={change} />}
        >
          {(requests) => (
            <>
              <RequestList
                requests={requests}
                isOutdated={list.isPlaceholderData}
                selection={selection}
                // The dialog's URL replaces the list's, so that Back closes the dialog, and the next Back leaves the
                // list.
                onOpen={({ id }) => goTo({ pickup: id }, { replace: true })}
              />
              <RequestPager filters={filters} list={list.data} goTo={goTo} />
            </>
          )}
        </ListStates>
      </div>
      <RequestDetails
        id={filters.pickup}
        inList={list.data?.items.find(({ id }) => id === filters.pickup)}
        onClose={() => goTo({ pickup: '' }, { replace: true })}
      />
    </div>
  );
}

function useRequestPage(filters: RequestFilters) {
  const query = requestQuery(filters);
  return useQuery({
    queryKey: [listAdminPickups.path, 'page', query],
    queryFn: ({ signal }) => readListPage(listAdminPickups, query, signal),
    refetchInterval: refreshEveryMs,
    placeholderData: keepPreviousData,
  });
}

/** Scrolls to the top of a new page if the top is out of view. */
function useTopOfPage(page: number) {
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView();
  }, [page]);
  return top;
}

interface RequestPagerProps {
  filters: RequestFilters;
  list: { next: string | null; previous: string | null } | undefined;
  goTo: (part: Partial<RequestFilters>) => void;
}

function RequestPager({ filters, list, goTo }: RequestPagerProps): ReactNode {
  const page = pageOf(filters);
  const { next = null, previous = null } = list ?? {};
  if (page === 1 && next === null) return null;
  // The first page has no cursor, so it shows new requests again.
  const back = page <= 2 || previous === null ? firstPage : { ...firstPage, before: previous, page: String(page - 1) };
  return (
    <Pager
      label="Pages of requests"
      onPrevious={page > 1 ? () => goTo(back) : undefined}
      onNext={next === null ? undefined : () => goTo({ ...firstPage, cursor: next, page: String(page + 1) })}
    />
  );
}

function NoRequests({
  filters,
  onChange,
}: {
  filters: RequestFilters;
  onChange: (part: Partial<RequestFilters>) => void;
}) {
  const { q } = filters;
  const isOther = isNarrowed(filters);
  return (
    <EmptyState
      title="No One-Time Requests"
      art={<Scene name="empty" />}
      action={
        pageOf(filters) > 1 ? (
          <Button variant="outline" onClick={() => onChange({})}>
            First page
          </Button>
        ) : (
          isOther && (
            <Button variant="outline" onClick={() => onChange({ q: '', day: '', driver: '', area: '' })}>
              {q && !(filters.day || filters.driver || filters.area) ? 'Clear search' : 'Clear filters'}
            </Button>
          )
        )
      }
    >
      <span>{emptyTextOf(filters.status)}</span>
      {q && <p className="mt-1 break-words">{`Nothing matches “${q}”.`}</p>}
    </EmptyState>
  );
}

const alwaysOffered: readonly RequestStatus[] = ['all', 'pending', 'assigned', 'completed'];

/**
 * Returns true if a filter is offered. Issues, Incomplete and Cancelled are offered only if there are such requests.
 */
function isOffered(status: RequestStatus, counts: RequestCounts | undefined): boolean {
  return alwaysOffered.includes(status) || (counts?.[status] ?? 0) > 0;
}

function RequestDayCounts({ counts, isError }: { counts: RequestCounts | undefined; isError: boolean }) {
  const days = [
    { label: 'Same-Day', count: counts?.sameDay },
    { label: 'Next-Day', count: counts?.nextDay },
  ];
  return (
    <dl className="grid grid-cols-2 tiny:grid-cols-1 gap-3 @xl:flex @xl:gap-10">
      {days.map(({ label, count }) => (
        <div
          key={label}
          className="flex flex-col-reverse rounded-card border border-line bg-paper px-4 py-3 @xl:h-8 @xl:flex-row @xl:items-baseline @xl:gap-2.5 @xl:border-0 @xl:bg-transparent @xl:p-0"
        >
          <dt className="text-soft">{label}</dt>
          <dd className="font-bold font-display text-2xl leading-tight">
            <Count count={count} isError={isError} skeletonClassName="h-7.5 w-8" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
