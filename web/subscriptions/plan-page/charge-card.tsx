import { Link } from '@tanstack/react-router';
import { CreditCard as CardIcon } from 'lucide-react';
import type { PlanCharge, PlanView } from '../../../contract/plan/page.ts';
import { cardText } from '../../../contract/values/card-text.ts';
import { cardUpdateLink } from '../../payments/card-update/past-due-words.ts';
import { instantDayText } from '../../pickups/pickup-words.ts';
import { Card } from '../../ui/card.tsx';
import { PartError } from '../../ui/load-error.tsx';
import { Money } from '../../ui/money.tsx';
import type { PlanPartProps } from '../plan/plan-scope.ts';

interface ChargeCardProps extends PlanPartProps {
  isRetrying: boolean;
  onRetry: () => void;
}

/** The next charge: when, how much, what credit comes off it, and which card pays. */
export function ChargeCard({ plan, now, isRetrying, onRetry }: ChargeCardProps) {
  const { nextCharge, card, isProviderUnavailable } = plan;
  return (
    <Card as="section" aria-labelledby="plan-charge">
      <h2 id="plan-charge" className="text-lg">
        Next charge
      </h2>
      {nextCharge ? <Charge charge={nextCharge} now={now} /> : <p className="mt-2">{noChargeText(plan)}</p>}
      {isProviderUnavailable ? (
        <div className="mt-3 border-line border-t pt-3">
          <PartError message="We can't show your card right now." onRetry={onRetry} isRetrying={isRetrying} />
        </div>
      ) : (
        <p className="mt-3 flex flex-wrap items-center justify-between gap-x-4 -mb-2 border-line border-t pt-1">
          <span className="flex items-center gap-2.5">
            <CardIcon className="size-5 shrink-0 text-azure" aria-hidden="true" />
            {card ? cardText(card) : 'No card saved'}
          </span>
          <Link
            {...cardUpdateLink}
            className="inline-flex min-h-11 items-center font-semibold text-azure underline underline-offset-4"
          >
            Update card
          </Link>
        </p>
      )}
    </Card>
  );
}

function noChargeText({ subscription, endsAt }: PlanView): string {
  if (endsAt !== null) return "Your plan doesn't renew, so you won't be charged again.";
  if (subscription.status === 'paused') return 'Nothing is charged for months that begin while your plan is paused.';
  return 'The date of your next charge is not known yet.';
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
