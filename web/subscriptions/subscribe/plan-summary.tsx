import { Link } from '@tanstack/react-router';
import { planOf } from '../../../contract/values/prices.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { listPrice } from '../../ui/list-price.ts';
import { planFacts } from '../plan-words.ts';
import type { PlanOrder } from './plan-order.ts';

interface PlanSummaryProps {
  order: PlanOrder;
  /** The pickup address. */
  address: string;
  canChange: boolean;
}

/** The order summary next to the billing form. */
export function PlanSummary({ order, address, canChange }: PlanSummaryProps) {
  const plan = planOf(order.packageType);
  return (
    <Card as="section" aria-labelledby="plan-summary">
      <div className="flex items-start justify-between gap-3">
        <h2 id="plan-summary" className="text-xl">
          {plan.name}
        </h2>
        {canChange && (
          <Link to="/subscribe" className={buttonClass('quiet', 'sm', '-my-2.5 -mr-3 shrink-0')}>
            Change
          </Link>
        )}
      </div>
      <dl className="mt-3 grid gap-2.5 border-line border-t pt-3">
        {[...planFacts(plan, order, new Date()).slice(1), { name: 'Address', value: address }].map(
          ({ name, value }) => (
            <div key={name} className="leading-snug">
              <dt className="text-[0.9375rem] text-soft">{name}</dt>
              <dd className="break-words font-semibold">{value}</dd>
            </div>
          ),
        )}
      </dl>
      <p className="mt-4 flex items-baseline justify-between gap-4 border-ink border-t-2 pt-3">
        <span className="font-semibold">Per month</span>
        <span className="font-bold font-display text-3xl tabular-nums">{listPrice(plan.priceCents)}</span>
      </p>
    </Card>
  );
}
