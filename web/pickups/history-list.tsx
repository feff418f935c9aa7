import { useInfiniteQuery } from '@tanstack/react-query';
import { messageOf } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { SkeletonList } from '../ui/skeleton-list.tsx';
import { toast } from '../ui/toast.ts';
import { HistoryEmpty } from './history-empty.tsx';
import { HistoryError } from './history-error.tsx';
import type { HistoryFilter } from './history-filters.ts';
import { historyPages } from './history-pages.ts';
import { PickupCard } from './pickup-card.tsx';

interface HistoryListProps {
  filter: HistoryFilter;
  onShowAll: () => void;
}

/** The pickups under a filter, and how many there are in all. */
export function HistoryList({ filter, onShowAll }: HistoryListProps) {
  const { data, isLoading, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    historyPages(filter),
  );
  const now = new Date();
  if (isLoading) {
    return (
      <div className="mt-13.5">
        <SkeletonList label="Loading pickups" rows={4} rowClassName="h-48" />
      </div>
    );
  }
  if (!data) return <HistoryError busy={isFetching} onRetry={() => refetch()} />;
  const pickups = data.pages.flatMap((page) => page.pickups);
  const total = data.pages[0]?.total ?? '0';
  if (pickups.length === 0) return <HistoryEmpty filter={filter} onShowAll={onShowAll} />;

  const showMore = async () => {
    const { isFetchNextPageError, error } = await fetchNextPage();
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
      <p role="status" className="mt-3 mb-3 text-soft">
        {total} {total === '1' ? 'pickup' : 'pickups'}
      </p>
      <ul className="grid grid-cols-1 items-start gap-3 sm:gap-4 lg:grid-cols-2">
        {pickups.map((pickup) => (
          <PickupCard key={pickup.id} pickup={pickup} now={now} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-5 text-center">
          <Button variant="outline" busy={isFetchingNextPage} onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
