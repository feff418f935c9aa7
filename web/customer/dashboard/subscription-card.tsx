import { Link } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import type { Subscription } from '../../../contract/subscriptions.ts';
import { planOf, plans } from '../../../contract/values/prices.ts';
import { daysText } from '../../../contract/values/time/service-days.ts';
import { cardUpdateLink, pastDueWords } from '../../payments/card-update/past-due-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/card.tsx';
import type { Elements } from '../../ui/elements.ts';
import { PartError } from '../../ui/load-error.tsx';
import { Money } from '../../ui/text/money.tsx';
import { listPrice } from '../../ui/text/money-text.ts';
import { nextText, subscriptionCounter } from './dashboard-words.ts';

interface SubscriptionCardProps {
  /** Undefined when it could not be loaded. */
  subscription: Subscription | null | undefined;
  now: Date;
  /** The customer chose a subscription on the landing page. */
  isRequested: boolean;
  onRetry: () => void;
}

export function SubscriptionCard({ subscription, now, isRequested, onRetry }: SubscriptionCardProps) {
  const counter = subscription === undefined ? undefined : subscriptionCounter(subscription);
  const isLive = subscription?.status === 'active' || subscription?.status === 'paused';
  const isHighlighted = isRequested && subscription !== undefined && !isLive;
  return (
    <Card
      as="section"
      aria-labelledby="subscription"
      className={`flex flex-col lg:order-1 lg:row-span-2 lg:self-start ${isHighlighted ? 'ring-2 ring-azure' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id="subscription" className="text-lg">
          Subscription
        </h2>
        {counter && (
          // A paused plan counts as none (HOME-2). The plan's own badge below says that it is paused.
          <Badge tone={counter === 'Active' ? 'leaf' : 'neutral'}>{counter}</Badge>
        )}
      </div>
      <div className="mt-2 flex grow flex-col">
        {subscription === undefined ? (
          <PartError message="We couldn't load your subscription." onRetry={onRetry} />
        ) : !isLive ? (
          <NoSubscription isHighlighted={isHighlighted} />
        ) : (
          <Running subscription={subscription} now={now} />
        )}
      </div>
    </Card>
  );
}

function NoSubscription({ isHighlighted }: { isHighlighted: boolean }) {
  const [Awaiting, setAwaiting] = useState<ComponentType<{ children: Elements }> | null>(null);
  useEffect(() => {
    // If the file can't be loaded, the plans are offered.
    import('./awaiting-plan.tsx').then(
      ({ AwaitingPlan }) => setAwaiting(() => AwaitingPlan),
      () => undefined,
    );
  }, []);
  const plansOffer = (
    <>
      <p className="text-soft">
        {`${isHighlighted ? 'Ready for weekly service? ' : 'Weekly pickups without booking each time. '}Plans from ${listPrice(plans[0]?.priceCents ?? 0)} a month.`}
      </p>
      <div className="mt-auto pt-4">
        <Link to="/subscribe" className={buttonClass(isHighlighted ? 'primary' : 'outline', 'sm', 'w-full')}>
          Choose a plan
        </Link>
      </div>
    </>
  );
  return Awaiting ? <Awaiting>{plansOffer}</Awaiting> : plansOffer;
}

function Running({ subscription, now }: { subscription: Subscription; now: Date }) {
  const due = pastDueWords(subscription, now);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="font-bold font-display text-xl">{planOf(subscription.packageType).name}</p>
        {subscription.status === 'paused' && <Badge tone="maize">Paused</Badge>}
      </div>
      <p className="text-soft">
        <Money amount={subscription.pricePerMonth} />
        <span> per month</span>
      </p>
      {subscription.pickupDays.length > 0 && (
        <p className="mt-2 text-soft">
          {`Every ${daysText(subscription.pickupDays)}, up to ${subscription.bagCountLimit} bags`}
        </p>
      )}
      <p className="mt-auto pt-3 font-semibold">{nextText(subscription, now)}</p>
      {due && (
        <p className="mt-2 leading-snug">
          <span className="text-brick">{due.short}</span>{' '}
          <Link {...cardUpdateLink} className="inline-block py-2 font-semibold text-azure underline underline-offset-4">
            Update card
          </Link>
        </p>
      )}
      <Link to="/plan" className={buttonClass('outline', 'sm', 'mt-3 w-full')}>
        Manage plan
      </Link>
    </>
  );
}
