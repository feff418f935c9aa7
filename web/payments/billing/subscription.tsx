import { Link } from '@tanstack/react-router';
import type { Subscription } from '../../../contract/subscriptions.ts';
import { planOf, plans } from '../../../contract/values/prices.ts';
import { serverNow } from '../../api/server-clock.ts';
import { instantDayText } from '../../pickups/pickup-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { PartError, retryOf } from '../../ui/load-error.tsx';
import { Money } from '../../ui/text/money.tsx';
import { listPrice, moneyText } from '../../ui/text/money-text.ts';
import { SavedCard } from '../card-update/saved-card.tsx';
import type { Billing } from './data.ts';

export function ActiveSubscription({ subscription, plan }: Pick<Billing, 'subscription' | 'plan'>) {
  const { data } = subscription;
  const running = data && data.status !== 'cancelled' ? data : null;
  return (
    <Card as="section" aria-labelledby="billing-subscription">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id="billing-subscription" className="text-lg">
          {running?.status === 'active' ? 'Active Subscription' : 'Subscription'}
        </h2>
        {running && (
          <Badge tone={running.status === 'active' ? 'leaf' : 'maize'}>
            {running.status === 'active' ? 'Active' : 'Paused'}
          </Badge>
        )}
      </div>
      <div className="mt-2">
        {data === undefined ? (
          <PartError message="We couldn't load your subscription." {...retryOf(subscription)} />
        ) : running ? (
          <Running subscription={running} plan={plan} />
        ) : (
          <NoPlan />
        )}
      </div>
    </Card>
  );
}

function Running({ subscription, plan }: { subscription: Subscription } & Pick<Billing, 'plan'>) {
  const { packageType, pricePerMonth, status, nextPickupDate, pastDueSince } = subscription;
  const { pendingPrice, pendingPriceFrom } = subscription;
  return (
    <>
      <p className="font-bold font-display text-xl">{planOf(packageType).name}</p>
      <p className="text-soft">
        <Money amount={pricePerMonth} />
        <span> per month</span>
      </p>
      {pendingPrice && pendingPriceFrom && (
        <p className="text-soft">
          {`${moneyText(pendingPrice)} per month from ${instantDayText(pendingPriceFrom, serverNow(), '')}`}
        </p>
      )}
      <p className="mt-3 border-line border-t pt-3">
        <span className="text-soft">Next pickup: </span>
        <span className="font-semibold">
          {status === 'paused' ? 'none while paused' : instantDayText(nextPickupDate, serverNow(), 'no date yet')}
        </span>
      </p>
      <div className="mt-3 border-line border-t pt-2">
        <SavedCard
          card={plan.data?.isProviderUnavailable ? undefined : plan.data?.card}
          now={serverNow()}
          isLoading={plan.isLoading}
          isRetrying={plan.isFetching}
          onRetry={() => void plan.refetch()}
          hasOtherLink={pastDueSince !== null}
        />
      </div>
      <p className="-mb-2 -ml-4">
        <Link to="/plan" className={buttonClass('quiet', 'sm')}>
          Manage plan
        </Link>
      </p>
    </>
  );
}

function NoPlan() {
  return (
    <>
      <p className="text-soft">
        {`No active subscription. Weekly pickup starts at ${listPrice(plans[0]?.priceCents ?? 0)} a month.`}
      </p>
      <Link to="/subscribe" className={buttonClass('outline', 'sm', 'mt-4 w-full')}>
        Choose a plan
      </Link>
    </>
  );
}
