import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PaidPickup, PickupRefund } from '../../../contract/booking/pickup-page.ts';
import type { Pickup } from '../../../contract/pickups.ts';
import { instantDayText, isPayable } from '../../pickups/pickup-words.ts';
import { delayedRefundText } from '../../pickups/status-sentence.ts';
import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/text/money.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';

interface PaymentCardProps {
  pickup: Pickup;
  payment: PaidPickup | null;
  now: Date;
}

/** The price, the payment and the refunds of a pickup. */
export function PaymentCard({ pickup, payment, now }: PaymentCardProps) {
  return (
    <TitledCard id="pickup-payment" title="Payment">
      {payment ? <Paid payment={payment} now={now} /> : <NotPaid pickup={pickup} />}
    </TitledCard>
  );
}

function NotPaid({ pickup }: { pickup: Pickup }) {
  const { serviceType, amount } = pickup;
  if (serviceType === 'subscription') {
    return (
      <p className="mt-2 -mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <span>Included in your plan.</span>
        <Link
          to="/plan"
          className="inline-flex min-h-11 items-center font-semibold text-azure underline underline-offset-4"
        >
          Your plan
        </Link>
      </p>
    );
  }
  if (Number(amount) === 0) return <p className="mt-2">This pickup is free.</p>;
  return (
    <p className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      {isPayable(pickup) ? <Badge tone="brick">Unpaid</Badge> : <span>You weren't charged.</span>}
      {isPayable(pickup) && <Money amount={amount} className="font-semibold text-lg" />}
    </p>
  );
}

function Paid({ payment, now }: { payment: PaidPickup; now: Date }) {
  const { amount, paidAt, paidWith, refunds, isDisputed, receiptId } = payment;
  return (
    <>
      <ul className="mt-2 divide-y divide-line">
        <Line amount={amount} name="Paid">
          {`${instantDayText(paidAt, now, '')}${paidWith ? `, ${paidWith}` : ''}`}
        </Line>
        {refunds.map((refund) => (
          <Line key={`${refund.at} ${refund.amount}`} amount={`-${refund.amount}`} name={refundName(refund)}>
            {refundText(refund, now)}
          </Line>
        ))}
      </ul>
      {isDisputed && (
        <p className="mt-2">This payment is disputed. Your bank will decide, so nothing can be refunded now.</p>
      )}
      <Link
        to="/billing"
        search={{ receipt: receiptId }}
        className="-mb-2 inline-flex min-h-11 items-center font-semibold text-azure underline underline-offset-4"
      >
        Receipt
      </Link>
    </>
  );
}

function refundText({ amount, at, isPending, hasFailed, isDelayed, isSettled }: PickupRefund, now: Date): string {
  if (isDelayed) return delayedRefundText(amount);
  if (isSettled) return 'We settled it with you another way.';
  if (isPending) return 'On its way to your card';
  return hasFailed ? 'Your bank returned it.' : instantDayText(at, now, '');
}

function refundName({ isPending, hasFailed, isSettled }: PickupRefund): string {
  if (isPending) return 'Refund pending';
  if (isSettled) return 'Refund settled';
  return hasFailed ? 'Refund failed' : 'Refunded';
}

function Line({ name, amount, children }: { name: string; amount: string; children: ReactNode }) {
  return (
    <li className="flex items-start justify-between gap-4 py-2.5">
      <p className="min-w-0 leading-snug">
        <span className="font-semibold">{name}</span>
        <span className="block break-words text-soft">{children}</span>
      </p>
      <Money amount={amount} className="shrink-0 font-semibold text-lg leading-snug" />
    </li>
  );
}
