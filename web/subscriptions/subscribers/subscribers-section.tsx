import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type AdminSubscription, countSubscriptions } from '../../../contract/subscriptions.ts';
import { read } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/list/load-error.tsx';
import { SkeletonList } from '../../ui/list/skeleton-list.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { SubscriberDialog } from './dialog.tsx';
import { filtersInAddress, noFilters, readFilters, type SubscriberFilters } from './filters.ts';
import { SubscriberList } from './list.tsx';
import { rowsAPress, subscriberPage } from './page.ts';
import { SubscriberToolbar } from './toolbar.tsx';
import { emptyTextOf, shownTextOf } from './words.ts';

const refreshEveryMs = 20_000;

/** Subscribers: who has a monthly plan, how it stands, and what a dispatcher can do about it. */
export default function SubscribersSection() {
  const filters = readFilters(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [more, setMore] = useState({ filters: '', presses: 0 });
  const filtersKey = JSON.stringify(filters);
  const presses = more.filters === filtersKey ? more.presses : 0;
  const list = useQuery({
    ...subscriberPage(filters, rowsAPress * (presses + 1)),
    refetchInterval: refreshEveryMs,
    placeholderData: keepPreviousData,
  });
  const { data: counts } = useQuery({ ...read(countSubscriptions), refetchInterval: refreshEveryMs });
  const opened = useDialogSubject<AdminSubscription>();

  const change = (part: Partial<SubscriberFilters>) =>
    navigate({
      to: '.',
      search: filtersInAddress({ ...filters, ...part }),
      // A search that grows by the letter is one step back, not ten.
      replace: part.q !== undefined && part.status === undefined,
      resetScroll: false,
    });
  const isFiltered = filtersKey !== JSON.stringify(noFilters);

  const page = list.data;
  const subscribers = page?.items ?? [];
  return (
    <div className="@container space-y-5">
      <SubscriberToolbar filters={filters} counts={counts} onChange={change} />
      <div className="min-h-80">
        <p role="status" className="mb-3 min-h-6 text-soft">
          {page && subscribers.length > 0 && shownTextOf(subscribers.length, page.total)}
          {page && list.isError && ' · could not be refreshed just now'}
        </p>
        {page === undefined ? (
          list.isError ? (
            <LoadError
              title="Subscribers could not be loaded"
              message={list.error.message}
              onRetry={() => void list.refetch()}
              isRetrying={list.isFetching}
            />
          ) : (
            <SkeletonList label="Loading subscribers" rows={8} rowClassName="h-44 @4xl:h-14" />
          )
        ) : subscribers.length > 0 ? (
          <SubscriberList
            subscribers={subscribers}
            isOutdated={list.isPlaceholderData && presses === 0}
            hasMore={page.next !== null}
            isLoadingMore={list.isPlaceholderData && presses > 0}
            onMore={() => setMore({ filters: filtersKey, presses: presses + 1 })}
            onOpen={opened.show}
          />
        ) : (
          <EmptyState
            title="No Subscribers"
            art={<EmptyStoop />}
            action={
              isFiltered && (
                <Button variant="outline" onClick={() => change(noFilters)}>
                  Clear filters
                </Button>
              )
            }
          >
            <p className="break-words">{emptyTextOf(filters)}</p>
          </EmptyState>
        )}
      </div>
      {opened.subject && (
        <SubscriberDialog
          key={opened.opening}
          open={opened.open}
          onOpenChange={opened.setOpen}
          subscriber={subscribers.find(({ id }) => id === opened.subject?.id) ?? opened.subject}
        />
      )}
    </div>
  );
}
