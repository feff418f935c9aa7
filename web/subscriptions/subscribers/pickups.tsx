import { useQuery } from '@tanstack/react-query';
import { bagsText, type Pickup } from '../../../contract/pickups.ts';
import { listSubscriptionPickups } from '../../../contract/subscriptions.ts';
import { read } from '../../api/query-client.ts';
import { PhotoDisclosure } from '../../photos/photo-disclosure.tsx';
import { hasPhotos } from '../../photos/photo-pair.tsx';
import { IncompleteLine } from '../../pickups/incomplete-line.tsx';
import { PickupStatusBadge } from '../../pickups/pickup-status-badge.tsx';
import { instantDayText } from '../../pickups/pickup-words.ts';
import { shortIdOf } from '../../pickups/requests/words.ts';
import { QuerySection } from '../../ui/list/query-section.tsx';
import { Money } from '../../ui/money.tsx';

const refreshEveryMs = 20_000;

/** The 5 most recent pickups of a subscription. */
export function SubscriberPickups({ subscriptionId }: { subscriptionId: string }) {
  const pickups = useQuery({
    ...read(listSubscriptionPickups, { params: { id: subscriptionId } }),
    // A dialog that opens again reads the pickups again.
    staleTime: 0,
    refetchInterval: refreshEveryMs,
  });
  return (
    <QuerySection
      title="Recent Pickups"
      query={pickups}
      loadingLabel="Loading pickups"
      failure="The pickups could not be loaded."
    >
      {(recent) => <PickupRows pickups={recent} />}
    </QuerySection>
  );
}

function PickupRows({ pickups }: { pickups: readonly Pickup[] }) {
  if (pickups.length === 0) return <p className="mt-1 text-soft">No pickups yet</p>;
  const now = new Date();
  return (
    <ul className="mt-1 divide-y divide-line">
      {pickups.map((pickup) => (
        <li key={pickup.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2.5 leading-snug">
          <p>
            <span className="font-semibold">{instantDayText(pickup.scheduledDate, now, 'No date')}</span>
            <span className="block text-[0.9375rem] text-soft">
              <span title={pickup.id}>{shortIdOf(pickup.id)}</span> · {bagsText(pickup.bagCount)} ·{' '}
              <Money amount={pickup.amount} />
            </span>
          </p>
          <PickupStatusBadge status={pickup.status} />
          <DriverReport pickup={pickup} day={instantDayText(pickup.scheduledDate, now, 'No date')} />
        </li>
      ))}
    </ul>
  );
}

/** The driver's report: reason, note and photos. A plan's pickups are in no list of requests that shows them. */
function DriverReport({ pickup, day }: { pickup: Pickup; day: string }) {
  const { status, driverNotes } = pickup;
  return (
    <div className="col-span-2 empty:hidden">
      <IncompleteLine pickup={pickup} />
      {status !== 'incomplete' && driverNotes && (
        <p className="mt-0.5 break-words whitespace-pre-line">Driver notes: {driverNotes}</p>
      )}
      {hasPhotos(pickup) && <PhotoDisclosure pickup={pickup} day={day} />}
    </div>
  );
}
