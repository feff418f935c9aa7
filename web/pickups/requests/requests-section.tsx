import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type AdminPickup, countRequests, listAdminPickups } from '../../../contract/pickups.ts';
import { read } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/list/load-error.tsx';
import { SkeletonList } from '../../ui/list/skeleton-list.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { RequestDayCounts } from './day-counts.tsx';
import { RequestDialogs } from './dialogs.tsx';
import { filtersForServer, filtersInAddress, type RequestFilters, readFilters } from './filters.ts';
import { RequestList } from './list.tsx';
import { RequestToolbar } from './toolbar.tsx';
import { emptyTextOf, shownTextOf } from './words.ts';

const refreshEveryMs = 15_000;

/** One-Time Requests: what customers booked beside their subscriptions, for somebody to give to a driver. */
export default function RequestsSection() {
  const filters = readFilters(useSearch({ strict: false }));
  const navigate = useNavigate();
  const list = useQuery({
    ...read(listAdminPickups, { query: filtersForServer(filters) }),
    refetchInterval: refreshEveryMs,
    placeholderData: keepPreviousData,
  });
  const { data: counts, isError: isCountError } = useQuery({ ...read(countRequests), refetchInterval: refreshEveryMs });

  const change = (part: Partial<RequestFilters>) =>
    navigate({
      to: '.',
      search: filtersInAddress({ ...filters, ...part }),
      // A search that grows by the letter is one step back, not ten.
      replace: part.q !== undefined,
      resetScroll: false,
    });

  const details = useDialogSubject<AdminPickup>();
  const reschedule = useDialogSubject<AdminPickup>();
  const requests = list.data;
  return (
    <div className="@container space-y-5">
      <RequestDayCounts counts={counts} isError={isCountError} />
      <RequestToolbar filters={filters} counts={counts} onChange={change} />
      <div className="min-h-80">
        <p role="status" className="mb-3 min-h-6 text-soft">
          {requests && requests.length > 0 && shownTextOf(requests.length, counts?.[filters.status], filters)}
          {requests && list.isError && ' · could not be refreshed just now'}
        </p>
        {requests === undefined ? (
          list.isError ? (
            <LoadError
              title="Requests could not be loaded"
              message={list.error.message}
              onRetry={() => void list.refetch()}
              isRetrying={list.isFetching}
            />
          ) : (
            <SkeletonList label="Loading requests" rows={6} rowClassName="h-72 @4xl:h-28" />
          )
        ) : requests.length > 0 ? (
          <RequestList
            requests={requests}
            isOutdated={list.isPlaceholderData}
            onOpen={details.show}
            onReschedule={reschedule.show}
          />
        ) : (
          <EmptyState
            title="No One-Time Requests"
            art={<EmptyStoop />}
            action={
              filters.q && (
                <Button variant="outline" onClick={() => change({ q: '' })}>
                  Clear search
                </Button>
              )
            }
          >
            {emptyTextOf(filters.status)}
            {filters.q && <p className="mt-1 break-words">Nothing matches “{filters.q}”.</p>}
          </EmptyState>
        )}
      </div>
      <RequestDialogs details={details} reschedule={reschedule} />
    </div>
  );
}
