import type { PlanCharge, PlanView } from '../../../contract/plan/page.ts';
import { SavedCard } from '../../payments/card-update/saved-card.tsx';
import { instantDayText } from '../../pickups/pickup-words.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/text/money.tsx';
import type { PlanPartProps } from '../plan/plan-scope.ts';

interface ChargeCardProps extends PlanPartProps {
  isRetrying: boolean;
  onRetry: () => void;
}

/** The next charge with its date, amount and credit, and the card that is charged. */
export function ChargeCard({ plan, now, isRetrying, onRetry }: ChargeCardProps) {
  const { nextCharge, card, isProviderUnavailable } = plan;
  return (
    <Card as="section" aria-labelledby="plan-charge">
      <h2 id="plan-charge" className="text-lg">
        Next charge
      </h2>
      {nextCharge ? <Charge charge={nextCharge} now={now} /> : <p className="mt-2">{noChargeText(plan)}</p>}
      <div className="mt-3 -mb-2 border-line border-t pt-2">
        <SavedCard card={isProviderUnavailable ? undefined : card} {...{ now, isRetrying, onRetry }} />
      </div>
    </Card>
  );
}

function noChargeText({ subscription, endsAt }: PlanView): string {
  if (endsAt !== null) return "Your plan doesn't renew, so you won't be charged again.";
  if (subscription.status === 'paused') return 'Nothing is charged for months that start while your plan is paused.';
  return "We don't know the date of your next charge yet.";
}

function Charge({ charge, now }: { charge: PlanCharge; now: Date }) {
  const { at, amount, price, credit } = charge;
  const hasCredit = credit !== '0.00';
  return (
    <>
      <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{instantDayText(at, now, '', 'long')}</span>
        <Money amount={amount} className="font-bold font-display text-3xl" />
      </p>
      {hasCredit && (
        <dl className="mt-2 space-y-1 border-line border-t pt-2">
          <Line name="Monthly plan" amount={price} />
          {credit.startsWith('-') ? (
            <Line name="From your last charge" amount={credit.slice(1)} />
          ) : (
            <Line name="Credit" amount={`-${credit}`} />
          )}
        </dl>
      )}
    </>
  );
}

function Line({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-soft">{name}</dt>
      <dd>
        <Money amount={amount} />
      </dd>
    </div>
  );
}
