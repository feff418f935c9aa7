import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { getMyPickup, type PickupPage } from '../../../contract/booking/pickup-page.ts';
import { isOpenStatus, type Pickup } from '../../../contract/pickups.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import { ApiError } from '../../api/api-error.ts';
import { read } from '../../api/query-client.ts';
import { serverNow } from '../../api/server-clock.ts';
import { BookAgainLink } from '../../booking/book-again-link.tsx';
import { ChangeBooking } from '../../booking/changes/change-booking.tsx';
import { LiveLinksCard } from '../../live/live-links-card.tsx';
import { useLiveDay } from '../../live/use-live-day.ts';
import { MissedPickup } from '../../missed/missed-pickup.tsx';
import { useMissed } from '../../missed/use-missed.ts';
import { PayLink } from '../../pickups/pay-link.tsx';
import { instantDayText, isPayable } from '../../pickups/pickup-words.ts';
import { wasMissed } from '../../pickups/status-sentence.ts';
import { RatePickup } from '../../ratings/rate-pickup.tsx';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError, retryOf } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Scene } from '../../ui/street/scene.tsx';
import { DetailsCard, PhotosCard } from './details-card.tsx';
import { HelpCard } from './help-card.tsx';
import { PaymentCard } from './payment-card.tsx';
import { StatusCard } from './status-card.tsx';
import { Timeline } from './timeline.tsx';

/** The same interval as for the lists of pickups. */
const refreshMs = 20_000;

/** Everything about one of the customer's pickups, and its actions (HIST-10). */
export default function PickupPageOfCustomer() {
  const { id = '' } = useParams({ strict: false });
  return <OnePickup key={id} id={id} />;
}

function OnePickup({ id }: { id: string }) {
  const query = useQuery({
    ...read(getMyPickup, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnknown(state.error) ? false : refreshMs),
  });
  const { data: page, error } = query;
  const now = serverNow();
  if (isUnknown(error)) return <Unknown />;
  const day = page && instantDayText(page.pickup.scheduledDate, now, 'Date to be set');
  return (
    <Page title={day ? `Pickup: ${day}` : 'Pickup'} back="/pickup-history">
      {page ? (
        <Parts page={page} now={now} day={day ?? ''} />
      ) : query.isError ? (
        <LoadError
          title="We couldn't load this pickup"
          message="Nothing has changed. Check your connection and try again."
          art={<Scene name="error" />}
          {...retryOf(query)}
        />
      ) : (
        <PickupSkeleton />
      )}
    </Page>
  );
}

/** Returns true if the customer has no such pickup. That is final, because a pickup never changes its customer. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function Parts({ page, now, day }: { page: PickupPage; now: Date; day: string }) {
  const { pickup } = page;
  const missed = useMissed(pickup.id);
  const { scheduledDate } = pickup;
  const live = useLiveDay(pickup.id, scheduledDate !== null && dateKeyOf(new Date(scheduledDate)) === dateKeyOf(now));
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <div className="space-y-4">
        <StatusCard page={page} missed={missed.data} live={live} now={now} />
        {!wasMissed(pickup, { missed: missed.data }) && (
          <Card className="empty:hidden">
            <RatePickup pickup={pickup} />
          </Card>
        )}
        <MissedPickup pickup={pickup} query={missed} />
        <PickupActions pickup={pickup} />
        <DetailsCard page={page} />
        <PhotosCard page={page} now={now} />
      </div>
      <div className="space-y-4">
        <PaymentCard pickup={pickup} payment={page.payment} now={now} />
        <Timeline page={page} now={now} />
        <HelpCard pickupId={pickup.id} day={day} />
        <LiveLinksCard pickupId={pickup.id} />
      </div>
    </div>
  );
}

/** The actions that the customer can take on a pickup now. */
function PickupActions({ pickup }: { pickup: Pickup }) {
  // After a problem, booking again isn't the main action.
  const hasProblem = pickup.status === 'issue' || pickup.status === 'incomplete';
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {isPayable(pickup) && <PayLink pickup={pickup} className={buttonClass()} />}
      <ChangeBooking pickup={pickup} />
      {!isOpenStatus(pickup.status) && (
        <BookAgainLink pickup={pickup} className={buttonClass(hasProblem ? 'outline' : 'maize')} />
      )}
    </div>
  );
}

function Unknown() {
  return (
    <Page title="Page Not Found" back="/pickup-history">
      <EmptyState
        title="We couldn't find that pickup"
        art={<Scene name="notFound" />}
        action={
          <Link to="/pickup-history" className={buttonClass()}>
            See all pickups
          </Link>
        }
      >
        The link may be incomplete, or the pickup belongs to another account.
      </EmptyState>
    </Page>
  );
}

function PickupSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <span className="sr-only">Loading your pickup</span>
      <div className="space-y-4">
        <Skeleton className="h-52 rounded-card" />
        <Skeleton className="h-12 w-48 rounded-control" />
        <Skeleton className="h-36 rounded-card" />
      </div>
      <div className="space-y-4">
        <Skeleton className="h-32 rounded-card" />
        <Skeleton className="h-48 rounded-card" />
        <Skeleton className="h-36 rounded-card" />
      </div>
    </div>
  );
}
