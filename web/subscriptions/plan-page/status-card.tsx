import { Link } from '@tanstack/react-router';
import { planOf } from '../../../contract/values/prices.ts';
import { daysText } from '../../../contract/values/time/service-days.ts';
import { cardUpdateLink } from '../../payments/card-update/past-due-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/text/money.tsx';
import type { PlanPartProps } from '../plan/plan-scope.ts';
import { planStatusOf } from '../plan/status-words.ts';

/** The plan's name, price and state. */
export function StatusCard({ plan, now }: PlanPartProps) {
  const { subscription } = plan;
  const { packageType, pricePerMonth, pickupDays, preferredTime, bagCountLimit, status, pastDueSince } = subscription;
  const { badge, tone, sentences } = planStatusOf(plan, now);
  return (
    <Card as="section" tone="deep" aria-labelledby="plan-name">
      <Badge tone={tone}>{badge}</Badge>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="plan-name" className="text-2xl leading-tight sm:text-3xl">
          {planOf(packageType).name}
        </h2>
        <p>
          <Money amount={pricePerMonth} className="font-bold font-display text-2xl" />{' '}
          <span className="text-on-deep-soft">per month</span>
        </p>
      </div>
      {status !== 'cancelled' && (
        <p className="mt-1 text-on-deep-soft">
          {`Every ${daysText(pickupDays)}${preferredTime ? `, ${preferredTime} preferred` : ''}, up to ${bagCountLimit} bags`}
        </p>
      )}
      <div role="status" className="mt-3 max-w-prose space-y-1 text-pretty">
        {sentences.map((sentence) => (
          <p key={sentence} className="first:font-semibold">
            {sentence}
          </p>
        ))}
      </div>
      {pastDueSince !== null && status !== 'cancelled' && (
        <Link {...cardUpdateLink} className={buttonClass('maize', 'md', 'mt-4 w-full sm:w-auto')}>
          Update card
        </Link>
      )}
    </Card>
  );
}
