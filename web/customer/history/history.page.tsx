import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { Pickup } from '../../../contract/pickups.ts';
import { type DateKey, dateKeyOf } from '../../../contract/values/time/dates.ts';
import { eveningDayOf } from '../../../contract/values/time/missed-window.ts';
import { serverNow } from '../../api/server-clock.ts';
import { type HistoryFilter, historyFilterOf, historyFilters } from '../../pickups/history/filters.ts';
import { type HistoryPage, historyHead, historyPages, mergeHistory } from '../../pickups/history/pages.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ChipRow } from '../../ui/list/chip-row.tsx';
import { MoreWhenNear } from '../../ui/list/more-when-near.tsx';
import { loadNextPage } from '../../ui/list/next-page.ts';
import { SkeletonList } from '../../ui/list/skeleton-list.tsx';
import { LoadError, retryOf } from '../../ui/load-error.tsx';
import { Scene } from '../../ui/street/scene.tsx';
import { countedText } from '../../ui/text/count-text.ts';
import { PickupCard } from './pickup-card.tsx';

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
        title="We couldn't load your pickups"
        message="Check your connection and try again."
        art={<Scene name="error" />}
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
          onMore={() => void loadNextPage(query, "We couldn't load more pickups.")}
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
  const { data: head = pages[0] as HistoryPage } = useQuery({
    ...historyHead(filter, pages, readAt),
    // Every refresh renders, even without a change, because day and evening depend on the clock.
    notifyOnChangeProps: ['data', 'dataUpdatedAt'],
  });
  const groups = useMemo(() => inGroups(mergeHistory(head, pages)), [head, pages]);
  const now = serverNow();
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
            today={dateKeyOf(now)}
            evening={eveningDayOf(now)}
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

/** Shown when no pickups match. Leads to a first booking, or back to all pickups. */
function Empty({ filter, onShowAll }: EmptyProps) {
  const navigate = useNavigate();
  const isAll = filter.id === 'all';
  return (
    <EmptyState
      title={filter.none}
      art={<Scene name="empty" />}
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
      <p>{isAll ? 'Pickups you book will appear here.' : 'Try another filter to see your other pickups.'}</p>
    </EmptyState>
  );
}

interface HistoryGroupProps {
  pickups: readonly Pickup[];
  /** The position of the first pickup in the whole list, from 1. */
  start: number;
  today: DateKey;
  /** Today's date from 18:00 on; otherwise null. */
  evening: DateKey | null;
}

/** Groups this close to the screen are rendered. */
const near = '1500px 0px';
/**
 * The height of one card and its gap, to estimate a group's height before it is first rendered. Wide screens have two
 * columns.
 */
const typicalCardPx = 240;
const isWide = () => matchMedia('(min-width: 64rem)').matches;

/**
 * A group of consecutive pickups. Far from the screen, it is empty space of the same height, so that long lists stay
 * fast.
 */
const HistoryGroup = memo(function HistoryGroup({ pickups, start, today, evening }: HistoryGroupProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(start === 1);
  const [heightPx, setHeightPx] = useState(() => (typicalCardPx * pickups.length) / (isWide() ? 2 : 1));

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watch = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        if (entry.isIntersecting) return setIsNear(true);
        // Removing a card that has the focus would lose the focus.
        if (element.contains(document.activeElement)) return;
        setHeightPx(entry.boundingClientRect.height);
        setIsNear(false);
      },
      { rootMargin: near },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  return (
    <div ref={place} style={isNear ? undefined : { height: heightPx }}>
      {isNear && (
        <ul
          aria-label={`Pickups ${start} to ${start + pickups.length - 1}`}
          className="grid grid-cols-1 gap-3 sm:gap-4 lg:grid-cols-2"
        >
          {pickups.map((pickup) => (
            <PickupCard key={pickup.id} pickup={pickup} today={today} evening={evening} />
          ))}
        </ul>
      )}
    </div>
  );
}, isSameGroup);

/** Returns true if nothing changed: every response rebuilds the groups, but usually from the same pickups. */
function isSameGroup(before: HistoryGroupProps, after: HistoryGroupProps): boolean {
  return (
    before.today === after.today &&
    before.evening === after.evening &&
    before.start === after.start &&
    before.pickups.length === after.pickups.length &&
    before.pickups.every((pickup, index) => pickup === after.pickups[index])
  );
}
