import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Pickup } from '../../../contract/pickups.ts';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { countedText } from '../../ui/count-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ChipRow } from '../../ui/list/chip-row.tsx';
import { MoreWhenNear } from '../../ui/list/more-when-near.tsx';
import { loadNextPage } from '../../ui/list/next-page.ts';
import { SkeletonList } from '../../ui/list/skeleton-list.tsx';
import { LoadError, retryOf } from '../../ui/load-error.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { type HistoryFilter, historyFilterOf, historyFilters } from './filters.ts';
import { HistoryGroup } from './group.tsx';
import { type HistoryPage, historyHead, historyPages, mergeHistory } from './pages.ts';

/** All pickups of the customer. The filter is stored in the address, so reload and Back restore it. */
export default function PickupHistoryPage() {
  const { show } = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = historyFilterOf(show);
  const choose = (id: HistoryFilter['id']) =>
    void navigate({ to: '/pickup-history', search: id === 'all' ? {} : { show: id }, replace: true });
  return (
    <Page title="Pickup History">
      <ChipRow legend="Filter pickups" chips={historyFilters} chosen={filter.id} onChoose={choose} wraps />
      <HistoryList key={filter.id} filter={filter} onShowAll={() => choose('all')} />
    </Page>
  );
}

function HistoryList({ filter, onShowAll }: { filter: HistoryFilter; onShowAll: () => void }) {
  const query = useInfiniteQuery(historyPages(filter));
  const { data, isLoading } = query;
  if (isLoading) {
    return (
      <div className="mt-12">
        <SkeletonList label="Loading pickups" rows={4} rowClassName="h-48" />
      </div>
    );
  }
  if (!data) {
    return (
      <LoadError
        title="We could not load your pickups"
        message="Check your connection and try again."
        art={<EmptyStoop />}
        {...retryOf(query)}
      />
    );
  }
  return (
    <>
      <Cards filter={filter} pages={data} readAt={query.dataUpdatedAt} onShowAll={onShowAll} />
      {query.hasNextPage && (
        <MoreWhenNear
          pagesShown={data.pages.length}
          busy={query.isFetchingNextPage}
          isFailed={query.isFetchNextPageError}
          onMore={() => void loadNextPage(query, 'More pickups could not be loaded.')}
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
  if (groups.length === 0) return <Empty filter={filter} onShowAll={onShowAll} />;
  return (
    <>
      <p role="status" className="mt-3 mb-3 text-soft">
        {countedText(head.total, 'pickup')}
      </p>
      <div className="space-y-3 sm:space-y-4">
        {groups.map((group, index) => (
          <HistoryGroup
            // biome-ignore lint/suspicious/noArrayIndexKey: a group is a range of the list, whatever it holds
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

/** An even number fills both columns. */
const groupSize = 10;

function inGroups(pickups: readonly Pickup[]): Pickup[][] {
  return Array.from({ length: Math.ceil(pickups.length / groupSize) }, (_, index) =>
    pickups.slice(index * groupSize, (index + 1) * groupSize),
  );
}

interface EmptyProps {
  filter: HistoryFilter;
  onShowAll: () => void;
}

/** No pickups match: leads to a first booking, or back to all pickups. */
function Empty({ filter, onShowAll }: EmptyProps) {
  const navigate = useNavigate();
  const isAll = filter.id === 'all';
  return (
    <EmptyState
      title={filter.none}
      art={<EmptyStoop />}
      action={
        isAll ? (
          <Button variant="maize" onClick={() => void navigate({ to: '/dashboard', search: { book: '1' } })}>
            Book First Pickup
          </Button>
        ) : (
          <Button variant="outline" onClick={onShowAll}>
            Show all pickups
          </Button>
        )
      }
    >
      <p>{isAll ? 'Pickups you book will be listed here.' : 'Other pickups may be listed under another filter.'}</p>
    </EmptyState>
  );
}
