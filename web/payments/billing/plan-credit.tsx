import type { PlanCredit as Credit } from '../../../contract/plan/credit.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';
import { Card } from '../../ui/card.tsx';
import { PartError, retryOf } from '../../ui/load-error.tsx';
import { Money } from '../../ui/text/money.tsx';
import type { Billing } from './data.ts';
import { creditWords } from './plan-credit-words.ts';

/** The customer's credit for visits on hold, and those visits. Renders nothing without a credit. */
export function PlanCredit({ credit }: Pick<Billing, 'credit'>) {
  const { data } = credit;
  const words = data && creditWords(data);
  if (data && !words) return null;
  return (
    <Card as="section" aria-labelledby="billing-credit">
      <h2 id="billing-credit" className="text-lg">
        Plan credit
      </h2>
      {words ? (
        <>
          <Money amount={words.amount} className="mt-2 block font-bold font-display text-2xl" />
          <p className="text-pretty text-soft leading-snug">{words.text}</p>
          <Visits visits={data.visits} />
        </>
      ) : (
        <div className="mt-2">
          <PartError message="We couldn't load your plan credit." {...retryOf(credit)} />
        </div>
      )}
    </Card>
  );
}

function Visits({ visits }: Pick<Credit, 'visits'>) {
  if (visits.length === 0) return null;
  return (
    <ul aria-label="Visits not made" className="mt-3 divide-y divide-line border-line border-t">
      {visits.map(({ day, amount, left }) => (
        <li key={day} className="flex items-start justify-between gap-4 py-2.5 last:pb-0">
          <span className="min-w-0">
            <span>{formatDateKey(day)}</span>
            {left !== amount && (
              <span className="block text-[0.9375rem] text-soft">
                <span>Rest of </span>
                <Money amount={amount} />
              </span>
            )}
          </span>
          <Money amount={left} className="font-semibold" />
        </li>
      ))}
    </ul>
  );
}
