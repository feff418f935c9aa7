import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useMemo } from 'react';
import { getDriverStats } from '../../../contract/drivers.ts';
import { bagsText, countedBagsText, type Pickup } from '../../../contract/pickups.ts';
import { messageOf, NetworkError, SignedOutError } from '../../api/api-error.ts';
import { read } from '../../api/query-client.ts';
import { serverToday } from '../../api/server-clock.ts';
import { session } from '../../api/session.ts';
import { hasPhotos } from '../../photos/has-photos.ts';
import { historyFilterOf } from '../../pickups/history/filters.ts';
import { type HistoryPage, historyHead, historyPages, mergeHistory, refreshMs } from '../../pickups/history/pages.ts';
import { timeText } from '../../pickups/pickup-words.ts';
import { Page } from '../../shell/page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoreWhenNear } from '../../ui/list/more-when-near.tsx';
import { loadNextPage } from '../../ui/list/next-page.ts';
import { SkeletonList } from '../../ui/list/skeleton-list.tsx';
import { LoadError, retryOf } from '../../ui/load-error.tsx';
import { Scene } from '../../ui/street/scene.tsx';
import { driverDisplay } from '../display-texts.ts';
import { phoneStore } from '../outbox/phone-store.ts';
import { pickupsTextOf, serviceTextOf } from '../stop/stop-words.ts';
import { bagsOfAll, groupByDay, historyDayText, overdueText } from './days.ts';

const completed = historyFilterOf('completed');

/** The driver's completed pickups by day (DRIVER-19). */
export default function DriverHistoryPage() {
  return (
    <Page title="Pickup History">
      <CompletedPickups />
    </Page>
  );
}

/** The driver's completed pickups, with totals. The server returns only the driver's own. */
function CompletedPickups() {
  const query = useInfiniteQuery(savedHistoryPages);
  const { data, isLoading, error } = query;
  if (isLoading) return <SkeletonList label="Loading your history" rows={4} rowClassName="h-32" />;
  if (!data) {
    return (
      <LoadError
        title="We couldn't load your history"
        message={messageOf(error, 'Please try again.')}
        {...retryOf(query)}
      />
    );
  }

  return (
    <>
      <Loaded pages={data.pages} readAt={query.dataUpdatedAt} hasMore={query.hasNextPage} />
      {query.hasNextPage && (
        <MoreWhenNear
          pagesShown={data.pages.length}
          busy={query.isFetchingNextPage}
          isFailed={query.isFetchNextPageError}
          onMore={() => void loadNextPage(query, "We couldn't load more pickups.")}
          // The driver didn't ask for this load, so a failure is silent and the button stays.
          onNear={() => void query.fetchNextPage()}
        />
      )}
    </>
  );
}

function Loaded({ pages, readAt, hasMore }: { pages: readonly HistoryPage[]; readAt: number; hasMore: boolean }) {
  const { data: head = pages[0] as HistoryPage } = useQuery(historyHead(completed, pages, readAt));
  const pickups = mergeHistory(head, pages);
  const { data: stats } = useQuery({ ...read(getDriverStats), refetchOnMount: 'always', refetchInterval: refreshMs });
  return (
    <div className="space-y-6">
      <HistorySummary total={head.total} pickups={pickups} hasMore={hasMore} completedBags={stats?.completedBags} />
      <HistoryDays pickups={pickups} hasMore={hasMore} />
    </div>
  );
}

interface HistoryDaysProps {
  pickups: readonly Pickup[];
  /**
   * True if more pickups can be loaded. They come by scheduled date, so an overdue pickup that was completed on one of
   * the shown days may still be missing.
   */
  hasMore: boolean;
}

/** Completed pickups by day of completion. A day's totals are shown once everything is loaded. */
function HistoryDays({ pickups, hasMore }: HistoryDaysProps) {
  const days = useMemo(() => groupByDay(pickups), [pickups]);
  const today = serverToday();
  if (days.length === 0) {
    return (
      <EmptyState title="No pickup history yet" art={<Scene name="empty" />}>
        The pickups you complete will appear here by day.
      </EmptyState>
    );
  }
  return days.map((day) => (
    <section key={day.date} aria-labelledby={`day-${day.date}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-ink border-b-2 pb-1.5">
        <h2 id={`day-${day.date}`} className="text-xl">
          {historyDayText(day.date, today)}
        </h2>
        {!hasMore && <p className="text-soft">{`${pickupsTextOf(day.pickups.length)} · ${bagsText(day.bags)}`}</p>}
      </div>
      <ul className="divide-y divide-line">
        {day.pickups.map((pickup) => (
          <HistoryStop key={pickup.id} pickup={pickup} />
        ))}
      </ul>
    </section>
  ));
}

/** Rows far from the screen aren't rendered, so that a long history stays fast. */
function HistoryStop({ pickup }: { pickup: Pickup }) {
  const extras = [overdueText(pickup), pickup.driverNotes && 'Note', hasPhotos(pickup) && 'Photos'].filter(Boolean);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3 tiny:block [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]">
      <div className="min-w-0">
        <h3 translate="no" className="break-words font-sans font-semibold text-base leading-snug tracking-normal">
          {pickup.address}
        </h3>
        <p className="text-[0.9375rem] text-soft">
          {[countedBagsText(pickup), serviceTextOf(pickup.serviceType), ...extras].join(' · ')}
        </p>
      </div>
      {pickup.completedAt && (
        <p className="text-soft">
          <span className="sr-only">Completed at </span>
          <span>{timeText(pickup.completedAt)}</span>
        </p>
      )}
    </li>
  );
}

interface HistorySummaryProps {
  /** The number of all completed pickups, by the server's count. */
  total: string;
  pickups: readonly Pickup[];
  hasMore: boolean;
  /** The bags of all completed pickups; undefined until loaded. */
  completedBags: number | undefined;
}

function HistorySummary({ total, pickups, hasMore, completedBags }: HistorySummaryProps) {
  const isKnown = completedBags !== undefined || !hasMore;
  return (
    <section aria-labelledby="history-totals">
      <h2 id="history-totals" className="sr-only">
        Totals
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2 sm:gap-3">
        <Figure name="Completed" value={total} />
        <Figure
          name={isKnown ? 'Bags' : `Bags, latest ${pickups.length} pickups`}
          value={(hasMore && completedBags !== undefined ? completedBags : bagsOfAll(pickups)).toLocaleString('en-US')}
        />
        <Figure name={`Rating, ${driverDisplay.reviews}`} value={driverDisplay.rating} isRating />
        <Figure name="On-time rate" value={driverDisplay.onTimeRate} />
      </dl>
    </section>
  );
}

function Figure({ name, value, isRating = false }: { name: string; value: string; isRating?: boolean }) {
  return (
    <div className="flex flex-col-reverse justify-end rounded-card border border-line bg-paper px-3 py-3 sm:px-4">
      <dt className="break-words text-[0.9375rem] text-soft leading-tight">{name}</dt>
      <dd className="flex items-center gap-1.5 font-bold font-display text-3xl leading-tight">
        <span>{value}</span>
        {isRating && <Star className="size-5 fill-maize text-maize-deep" aria-hidden="true" />}
      </dd>
    </div>
  );
}

const pages = historyPages(historyFilterOf('completed'));
type Ask = Extract<typeof pages.queryFn, (...args: never[]) => unknown>;

/** The driver's history. Its first page is saved on the phone, so that it opens without network. */
const savedHistoryPages = {
  ...pages,
  queryFn(context: Parameters<Ask>[0]): HistoryPage | Promise<HistoryPage> {
    const ask = async () => await (pages.queryFn as Ask)(context);
    return context.pageParam === '' ? savedResponse('history', context.signal, ask) : ask();
  },
};

/** On a very weak signal the saved page is shown after this time. */
const timeoutMs = 5000;

/**
 * Returns the server's response and saves it on the phone for this user. If the server can't be reached within
 * `timeoutMs`, returns the saved response, if there is one.
 */
async function savedResponse<T>(name: string, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  const userId = session.user()?.id ?? '';
  const askedAtMs = Date.now();
  const asked = ask().then(async (answer) => {
    await phoneStore.saveResponse({ userId, name, askedAtMs, answer }).catch(() => undefined);
    return answer;
  });
  // The request may fail after the timeout, when nothing awaits it anymore.
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, timeout()]);
  } catch (error) {
    if (error instanceof SignedOutError || signal.aborted) throw error;
    const saved = await phoneStore.responseOf(userId, name).catch(() => undefined);
    return saved ? (saved.answer as T) : await asked;
  }
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new NetworkError('too late')), timeoutMs));
}
