import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { bagsText, type Pickup } from '../../../contract/pickups.ts';
import { instantDayText } from '../../pickups/pickup-words.ts';
import { Card } from '../../ui/card.tsx';
import { PartError } from '../../ui/load-error.tsx';
import { Money } from '../../ui/text/money.tsx';
import { CardCounter } from './card-counter.tsx';

interface RecentActivityProps {
  /** The latest completed pickups; undefined when they could not be loaded. */
  pickups: readonly Pickup[] | undefined;
  /** The number of completed pickups. */
  count: number | undefined;
  now: Date;
  onRetry: () => void;
}

export function RecentActivity({ pickups, count, now, onRetry }: RecentActivityProps) {
  return (
    <Card as="section" aria-labelledby="recent-activity" className="min-w-0 lg:col-span-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="recent-activity" className="text-lg">
          Recent Activity
        </h2>
        <CardCounter name="Completed" value={count} className="mr-auto" />
        {pickups && pickups.length > 0 && (
          <Link
            to="/pickup-history"
            search={{ show: 'completed' }}
            className="-my-2 inline-flex min-h-11 items-center font-semibold text-azure underline underline-offset-4"
          >
            See all
          </Link>
        )}
      </div>
      {pickups === undefined ? (
        <div className="mt-3">
          <PartError message="We couldn't load your recent pickups." onRetry={onRetry} />
        </div>
      ) : pickups.length === 0 ? (
        <p className="mt-2 text-soft">Your completed pickups will appear here.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {pickups.map((pickup) => (
            <ActivityRow key={pickup.id} pickup={pickup} now={now} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ActivityRow({ pickup, now }: { pickup: Pickup; now: Date }) {
  return (
    <li className="flex items-start gap-3 py-3 last:pb-0">
      <CircleCheck className="mt-0.5 size-5 shrink-0 text-leaf" aria-hidden="true" />
      <div className="min-w-0 grow">
        <Link
          to="/pickup-history/$id"
          params={{ id: pickup.id }}
          className="-my-2.5 inline-flex min-h-11 items-center font-semibold underline decoration-line underline-offset-4 hover:decoration-ink"
        >
          {`${bagsText(pickup.bagCount)} picked up`}
        </Link>
        <p className="break-words text-soft">
          {`${instantDayText(pickup.completedAt ?? pickup.scheduledDate, now, 'No date')} · ${pickup.address}`}
        </p>
      </div>
      {pickup.serviceType === 'subscription' ? (
        <span className="shrink-0 font-semibold">
          <span>Included</span>
          <span className="sr-only"> in your plan</span>
        </span>
      ) : (
        <Money amount={pickup.amount} className="shrink-0 font-semibold" />
      )}
    </li>
  );
}
