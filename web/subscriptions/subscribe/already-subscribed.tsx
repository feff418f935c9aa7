import { Link } from '@tanstack/react-router';
import type { Subscription } from '../../../contract/subscriptions.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { instantDayText } from '../../pickups/pickup-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { StreetCorner } from '../../ui/street/street-corner.tsx';
import { daysText } from '../plan-words.ts';

/** Shown to a customer who already has a plan, since only one is allowed. */
export function AlreadySubscribed({ subscription }: { subscription: Subscription }) {
  const { packageType, status, pickupDays, bagCountLimit, pricePerMonth, nextPickupDate } = subscription;
  const isPaused = status === 'paused';
  return (
    <Card className="mx-auto max-w-2xl overflow-hidden sm:flex sm:items-stretch sm:gap-6 sm:p-6">
      <StreetCorner className="-mx-4 -mt-4 mb-5 w-[calc(100%+2rem)] max-w-none shrink-0 rounded-none! sm:order-2 sm:-mr-6 sm:mt-4 sm:-mb-6 sm:ml-0 sm:w-64 sm:self-end sm:rounded-tl-card!" />
      <div className="grow">
        <div className="flex flex-wrap items-center justify-between gap-2 sm:justify-start sm:gap-3">
          <h2 className="text-2xl">You have a plan</h2>
          <Badge tone={isPaused ? 'maize' : 'leaf'}>{isPaused ? 'Paused' : 'Active'}</Badge>
        </div>
        <p className="mt-3 font-bold font-display text-xl">{planOf(packageType).name}</p>
        <p className="text-soft">
          <Money amount={pricePerMonth} /> per month
        </p>
        {pickupDays.length > 0 && (
          <p className="mt-2 text-soft">
            Every {daysText(pickupDays)}, up to {bagCountLimit} bags
          </p>
        )}
        <p className="mt-2 font-semibold">
          {isPaused
            ? 'No pickups while paused'
            : `Next pickup: ${instantDayText(nextPickupDate, new Date(), 'date to be set')}`}
        </p>
        <Link to="/dashboard" className={buttonClass('primary', 'md', 'mt-5 w-full sm:w-auto')}>
          Back to your dashboard
        </Link>
      </div>
    </Card>
  );
}
