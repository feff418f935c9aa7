import type { User } from '../../../contract/accounts.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { Page } from '../../shell/page.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { AllSetDialog } from './all-set-dialog.tsx';
import { Counters } from './counters.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { FloatingBookButton } from './floating-book-button.tsx';
import { greetingAt } from './greeting.ts';
import { latestCompleted } from './latest-completed.ts';
import { NextPickup } from './next-pickup.tsx';
import { OpeningBooking } from './opening-booking.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { DashboardSkeleton } from './skeleton.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { subscriptionCounter } from './subscription-words.ts';
import { TodayRow } from './today-row.tsx';
import { useArrival } from './use-arrival.ts';
import { useBooking } from './use-booking.ts';
import { useDashboard } from './use-dashboard.ts';
import { useUnfinishedBooking } from './use-unfinished-booking.ts';

/** The customer's home. */
export default function DashboardPage() {
  const visitor = useCurrentUser();
  return visitor.state === 'signed-in' ? <Dashboard customer={visitor.user} /> : null;
}

function Dashboard({ customer }: { customer: User }) {
  const { book, ...booking } = useBooking();
  const dashboard = useDashboard();
  const arrival = useArrival(book);

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
      ) : dashboard.isLost ? (
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
  const { counts, upcoming, completed, subscription } = dashboard;
  const unfinished = useUnfinishedBooking(customer.id, isBooking);
  const { draft } = unfinished;
  const now = new Date();
  return (
    <div className="pb-20">
      {draft && (
        <DraftNotice
          draft={draft}
          onContinue={onBook}
          onFinalise={() => unfinished.finalise(draft)}
          onDrop={unfinished.drop}
        />
      )}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
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
          isWanted={wantsPlan}
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
