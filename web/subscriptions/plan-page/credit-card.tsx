import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import { dayText } from '../../pickups/pickup-words.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/text/money.tsx';
import type { PlanPartProps } from '../plan/plan-scope.ts';

/** The credit for visits on hold. Renders nothing for a plan without credit. */
export function CreditCard({ plan: { credit, subscription }, now }: PlanPartProps) {
  const { balance, rows } = credit;
  const hasEnded = subscription.status === 'cancelled';
  if (rows.length === 0 && balance === '0.00') return null;
  const today = dateKeyOf(now);
  return (
    <Card as="section" aria-labelledby="plan-credit">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="plan-credit" className="text-lg">
          Credit
        </h2>
        <Money amount={balance} className="font-bold font-display text-2xl" />
      </div>
      {!hasEnded && (
        <p className="mt-1 text-soft">It comes off your next charge. If your plan ends first, we refund it.</p>
      )}
      {hasEnded && balance !== '0.00' && <p className="mt-1 text-soft">It's on its way back to your card.</p>}
      {rows.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {rows.map(({ day, amount, isApplied }) => (
            <li key={day} className="flex items-baseline justify-between gap-4 py-2 last:pb-0">
              <span className="min-w-0">
                <span>{dayText(day, today)}</span>
                <span className="block text-[0.9375rem] text-soft">{isApplied ? 'Used' : 'Visit on hold'}</span>
              </span>
              <Money amount={amount} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
