import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Pickup } from '../../../contract/pickups.ts';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import { messageOf } from '../../api/api-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { HistoryEmpty } from './empty.tsx';
import { HistoryError } from './error.tsx';
import type { HistoryFilter } from './filters.ts';
import { HistoryGroup } from './group.tsx';
import { HistoryMore } from './more.tsx';
import { type HistoryPage, historyHead, historyPages, mergeHistory } from './pages.ts';
import { HistorySkeleton } from './skeleton.tsx';

interface HistoryListProps {
  filter: HistoryFilter;
  onShowAll: () => void;
}

/** The pickups under a filter, and how many there are in all. */
export function HistoryList({ filter, onShowAll }: HistoryListProps) {
  const query = useInfiniteQuery(historyPages(filter));
  const { data, isLoading, isFetching, refetch } = query;
  if (isLoading) return <HistorySkeleton />;
  if (!data) return <HistoryError busy={isFetching} onRetry={() => refetch()} />;

  const showMore = async () => {
    const { isFetchNextPageError, error } = await query.fetchNextPage();
    if (isFetchNextPageError) {
      toast({
        title: 'Error',
        description: messageOf(error, 'More pickups could not be loaded.'),
        variant: 'destructive',
      });
    }
  };
  return (
    <>
      <Cards filter={filter} pages={data} readAt={query.dataUpdatedAt} onShowAll={onShowAll} />
      {query.hasNextPage && (
        <HistoryMore
          pagesShown={data.pages.length}
          busy={query.isFetchingNextPage}
          isFailed={query.isFetchNextPageError}
          onMore={showMore}
        />
      )}
    </>
  );
}

interface CardsProps {
  filter: HistoryFilter;
  pages: InfiniteData<HistoryPage>;
  readAt: number;
  onShowAll: () => void;
}

function Cards({ filter, pages: { pages }, readAt, onShowAll }: CardsProps) {
  const { data: head = pages[0] as HistoryPage } = useQuery(historyHead(filter, pages, readAt));
  const groups = useMemo(() => inGroups(mergeHistory(head, pages)), [head, pages]);
  const today = dateKeyOf(new Date());
  if (groups.length === 0) return <HistoryEmpty filter={filter} onShowAll={onShowAll} />;
  return (
    <>
      <p role="status" className="mt-3 mb-3 text-soft">
        {head.total} {head.total === '1' ? 'pickup' : 'pickups'}
      </p>
      <div className="space-y-3 sm:space-y-4">
        {groups.map((group, index) => (
          <HistoryGroup
            // biome-ignore lint/suspicious/noArrayIndexKey: a group is a stretch of the list, whoever stands in it.
            key={index}
            pickups={group}
            start={index * groupSize + 1}
            today={today}
          />
        ))}
      </div>
    </>
  );
}

/** Even, so that two columns end together. */
const groupSize = 10;

function inGroups(pickups: readonly Pickup[]): Pickup[][] {
  return Array.from({ length: Math.ceil(pickups.length / groupSize) }, (_, index) =>
    pickups.slice(index * groupSize, (index + 1) * groupSize),
  );
}
