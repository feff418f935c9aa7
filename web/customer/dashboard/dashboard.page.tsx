import { RefreshCw } from 'lucide-react';
import type { User } from '../../../contract/accounts.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { serverNow } from '../../api/server-clock.ts';
import { Unspent } from '../../payments/billing/unspent.tsx';
import { PushOffer } from '../../push/push-offer.tsx';
import { useBookAction } from '../../shell/book-action.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Scene } from '../../ui/street/scene.tsx';
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
  useBookAction(book);

  return (
    <Page title="Home" actions={<RefreshButton isRefreshing={dashboard.isRefreshing} onRefresh={dashboard.refresh} />}>
      {dashboard.isPending ? (
        <DashboardSkeleton />
      ) : dashboard.hasFailed ? (
        <LoadError
          title="We couldn't load your dashboard"
          message="Your pickups haven't changed. Check your connection and try again."
          art={<Scene name="error" />}
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
  const { me, counts, upcoming, completed, subscription, unspent } = dashboard;
  const now = serverNow();
  return (
    <>
      <DraftNotice customerId={customer.id} isBooking={isBooking} onContinue={onBook} />
      {upcoming.data?.[0] && <PushOffer label="Get a notification when we're close" />}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
        {/* If unspent payments can't be loaded, only Billing says so. */}
        {unspent.data && <Unspent unspent={unspent} />}
        <NextPickup
          username={me.data?.username ?? customer.username}
          pickup={upcoming.data && (upcoming.data[0] ?? null)}
          count={counts.data?.upcoming}
          now={now}
          onBook={onBook}
          onRetry={() => upcoming.refetch()}
        />
        <SubscriptionCard
          subscription={subscription.data}
          now={now}
          isRequested={wantsPlan}
          onRetry={() => subscription.refetch()}
        />
        <RecentActivity
          pickups={completed.data && latestCompleted(completed.data)}
          count={counts.data?.completed}
          now={now}
          onRetry={() => completed.refetch()}
        />
        <QuickActions onBook={onBook} />
      </div>
    </>
  );
}

function DashboardSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-4 lg:grid-cols-3">
      <span className="sr-only">Loading your dashboard</span>
      <Skeleton className="h-105 rounded-card sm:h-84 lg:col-span-3" />
      <Skeleton className="h-44 rounded-card lg:order-1" />
      <Skeleton className="h-56 rounded-card lg:col-span-2" />
    </div>
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

/** Celebrates the return from a payment. It doesn't prove a booking: the dashboard shows what is booked. */
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
      <Scene name="allSet" className="mx-auto max-w-80" />
    </Dialog>
  );
}

function RefreshButton({ isRefreshing, onRefresh }: { isRefreshing: boolean; onRefresh: () => void }) {
  return (
    <>
      <IconButton
        label="Refresh"
        aria-disabled={isRefreshing || undefined}
        onClick={() => !isRefreshing && onRefresh()}
      >
        <RefreshCw className={classNames('size-5.5', isRefreshing && 'animate-spin')} aria-hidden="true" />
      </IconButton>
      <span role="status" className="sr-only">
        {isRefreshing && 'Refreshing'}
      </span>
    </>
  );
}
