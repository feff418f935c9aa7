import { useEffect, useRef } from 'react';
import { planOf } from '../../../contract/values/prices.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { StreetCorner } from '../../ui/street/street-corner.tsx';
import { firstPickupsText } from '../plan-words.ts';
import type { PlanOrder } from './plan-order.ts';

/** How long the success shows (PLAN-2). */
const returnMs = 3000;

/** The plan runs. After a moment a full page load leads home. */
export function Subscribed({ order }: { order: PlanOrder }) {
  const panel = useRef<HTMLDivElement>(null);
  const plan = planOf(order.packageType);
  useEffect(() => {
    // The button that had the focus is gone.
    panel.current?.focus();
    const timer = setTimeout(() => location.assign('/'), returnMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      ref={panel}
      tabIndex={-1}
      role="status"
      className="mx-auto flex max-w-md flex-col items-center py-6 text-center outline-none"
    >
      <StreetCorner className="w-full max-w-80" />
      <h2 className="mt-6 text-3xl">Subscription Active!</h2>
      <p className="mt-2 text-lg text-soft">
        {plan.name} is yours. {plan.fixedDays ? 'First pickups: ' : 'First pickup: '}
        <span className="font-semibold text-ink">{firstPickupsText(plan, order, new Date())}</span>.
      </p>
      <a href="/" className={buttonClass('outline', 'md', 'mt-6')}>
        Go to your dashboard
      </a>
    </div>
  );
}
