import { PackagePlus, RefreshCw } from 'lucide-react';
import type { User } from '../../../contract/accounts.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/dates.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { Unspent } from '../../payments/billing/unspent.tsx';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { EmptyStoop, StreetCorner } from '../../ui/street/street-corner.tsx';
import { greetingAt, subscriptionCounter } from './dashboard-words.ts';
import { DraftNotice } from './draft-notice.tsx';
import { NextPickup } from './next-pickup.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { useArrival } from './use-arrival.ts';
import { useBooking } from './use-booking.ts';
import { latestCompleted, useDashboard } from './use-dashboard.ts';

export default function DashboardPage() {
  const visitor = useCurrentUser();
  return visitor.state === 'signed-in' ? <Dashboard customer={visitor.user} /> : null;
}

function Dashboard({ customer }: { customer: User }) {
  const { book, bookAgain, ...booking } = useBooking(customer);
  const dashboard = useDashboard();
  const arrival = useArrival(book, bookAgain);

  return (
    <Page
      title={
        <span className="line-clamp-2">
          {greetingAt(new Date())}, {dashboard.me.data?.username ?? customer.username}
        </span>
      }
      documentTitle="Home"
    >
      <TodayRow isRefreshing={dashboard.isRefreshing} onRefresh={dashboard.refresh} />
      {dashboard.isPending ? (
        <DashboardSkeleton />
      ) : dashboard.hasFailed ? (
        <LoadError
          title="We could not load your dashboard"
          message="Your pickups stay as they are. Check your connection and try again."
          art={<EmptyStoop />}
          onRetry={dashboard.refresh}
          isRetrying={dashboard.isRefreshing}
        />
      ) : (
        <Content
          customer={customer}
          dashboard={dashboard}
          isBooking={booking.isOpen}
          wantsPlan={arrival.wantsPlan}
          onBook={book}
        />
      )}
      <FloatingBookButton onBook={book} />
      <AllSetDialog open={arrival.isAllSet} onClose={arrival.dismissAllSet} />
      {booking.isFetching && <OpeningBooking />}
      {booking.Flow && (
        <booking.Flow key={booking.key} customer={customer} open={booking.isOpen} onOpenChange={booking.setIsOpen} />
      )}
    </Page>
  );
}

interface ContentProps {
  customer: User;
  dashboard: ReturnType<typeof useDashboard>;
  isBooking: boolean;
  wantsPlan: boolean;
  onBook: () => void;
}

function Content({ customer, dashboard, isBooking, wantsPlan, onBook }: ContentProps) {
  const { counts, upcoming, completed, subscription, unspent } = dashboard;
  const now = new Date();
  return (
    <div className="pb-20">
      <DraftNotice customerId={customer.id} isBooking={isBooking} onContinue={onBook} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
        {/* A failure to load them is shown in Billing only. */}
        {unspent.data && <Unspent unspent={unspent} />}
        <NextPickup
          pickup={upcoming.data && (upcoming.data[0] ?? null)}
          now={now}
          onBook={onBook}
          onRetry={() => upcoming.refetch()}
        />
        <Counters
          upcoming={counts.data?.upcoming}
          completed={counts.data?.completed}
          subscription={subscription.data === undefined ? undefined : subscriptionCounter(subscription.data)}
        />
        <SubscriptionCard
          subscription={subscription.data}
          now={now}
          isRequested={wantsPlan}
          onRetry={() => subscription.refetch()}
        />
        <QuickActions onBook={onBook} />
        <RecentActivity
          pickups={completed.data && latestCompleted(completed.data)}
          now={now}
          onRetry={() => completed.refetch()}
        />
      </div>
    </div>
  );
}

function DashboardSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-4 lg:grid-cols-3">
      <span className="sr-only">Loading your dashboard</span>
      <Skeleton className="h-60 rounded-card lg:order-1 lg:col-span-2" />
      <div className="grid grid-cols-3 gap-2 sm:gap-4 lg:order-3 lg:col-span-3">
        <Skeleton className="h-20 rounded-card sm:h-24" />
        <Skeleton className="h-20 rounded-card sm:h-24" />
        <Skeleton className="h-20 rounded-card sm:h-24" />
      </div>
      <Skeleton className="h-40 rounded-card lg:order-2 lg:h-60" />
      <Skeleton className="mt-8 h-46 rounded-card sm:h-36 lg:order-4 lg:col-span-3 lg:h-16" />
      <Skeleton className="h-56 rounded-card lg:order-5 lg:col-span-3" />
    </div>
  );
}

/** The floating book button, above the bottom bar. The page has bottom padding to leave room for it. */
function FloatingBookButton({ onBook }: { onBook: () => void }) {
  return (
    <button
      type="button"
      aria-label="Book Pickup"
      title="Book Pickup"
      onClick={onBook}
      className="fixed right-[calc(1rem+env(safe-area-inset-right,0px))] bottom-[calc(var(--bottom-bar)+1rem+env(safe-area-inset-bottom,0px))] z-10 grid size-14 place-items-center rounded-sheet bg-azure text-paper shadow-curb ring-2 ring-paper transition-colors hover:bg-azure-hover lg:right-8 lg:bottom-8"
    >
      <PackagePlus className="size-7" aria-hidden="true" />
    </button>
  );
}

/** A spinner over the page while the booking form loads. It appears after a delay to avoid flicker. */
function OpeningBooking() {
  return (
    <div role="status" className="pointer-events-none fixed inset-0 z-30 grid place-items-center">
      <span className="appear-late grid size-20 place-items-center rounded-sheet bg-paper text-azure shadow-sheet">
        <Spinner className="size-8" />
        <span className="sr-only">Opening the booking form</span>
      </span>
    </div>
  );
}

/** Celebrates the return from a payment. It proves nothing: the dashboard shows what is booked. */
function AllSetDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="You're all set!"
      description="Put your bags at the curb by 7 AM and our team picks them up."
      footer={
        <Button className="w-full" onClick={onClose}>
          Got it
        </Button>
      }
    >
      <StreetCorner className="mx-auto w-full max-w-80" />
    </Dialog>
  );
}

function TodayRow({ isRefreshing, onRefresh }: { isRefreshing: boolean; onRefresh: () => void }) {
  return (
    <div className="-mt-3 mb-2 flex flex-wrap items-center justify-between gap-x-3 lg:-mt-4">
      <p className="text-soft">{formatDateKey(dateKeyOf(new Date()), 'long')}</p>
      <button
        type="button"
        aria-disabled={isRefreshing || undefined}
        onClick={() => !isRefreshing && onRefresh()}
        className={buttonClass('quiet', 'sm', '-mr-4 ml-auto tiny:-mr-2')}
      >
        <RefreshCw className={classNames('size-4.5', isRefreshing && 'animate-spin')} aria-hidden="true" />
        Refresh
      </button>
      <span role="status" className="sr-only">
        {isRefreshing && 'Refreshing'}
      </span>
    </div>
  );
}

interface CountersProps {
  /** Undefined when it could not be loaded. */
  upcoming: number | undefined;
  completed: number | undefined;
  subscription: string | undefined;
}

/** The three counters. An unknown number shows as a dash, never as zero. */
function Counters({ upcoming, completed, subscription }: CountersProps) {
  const counters = [
    { name: 'Upcoming', value: upcoming },
    { name: 'Completed', value: completed },
    { name: 'Subscription', value: subscription },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] gap-2 sm:gap-4 lg:order-3 lg:col-span-3">
      {counters.map(({ name, value }) => (
        <div
          key={name}
          className="flex min-w-0 flex-col-reverse justify-end rounded-card border border-line bg-paper px-2.5 py-3 min-[23rem]:px-3 sm:px-5 sm:py-4"
        >
          <dt className="text-[0.8125rem] text-soft min-[23rem]:text-[0.9375rem] sm:text-base">{name}</dt>
          <dd className="font-bold font-display text-2xl tabular-nums sm:text-3xl">
            {value === undefined ? '–' : value.toLocaleString('en-US')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
