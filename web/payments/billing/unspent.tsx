import { Link } from '@tanstack/react-router';
import type { UnspentPayment } from '../../../contract/payments.ts';
import { serverNow } from '../../api/server-clock.ts';
import { momentText } from '../../pickups/pickup-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { PartError, retryOf } from '../../ui/load-error.tsx';
import { moneyText } from '../../ui/text/money-text.ts';
import type { Billing } from './data.ts';
import { canPayForPickup, unspentText } from './unspent-words.ts';

/** Payments that have bought nothing yet, and when each is refunded. Renders nothing if there are none. */
export function Unspent({ unspent }: Pick<Billing, 'unspent'>) {
  const { data } = unspent;
  if (data === undefined) {
    return (
      <Card className="lg:col-span-3">
        <PartError message="We couldn't check for payments you haven't used." {...retryOf(unspent)} />
      </Card>
    );
  }
  if (data.length === 0) return null;
  return (
    <section
      aria-labelledby="billing-unspent"
      className="rounded-card border border-maize-deep/60 bg-maize-wash p-4 sm:p-5 lg:col-span-3"
    >
      <h2 id="billing-unspent" className="text-lg">
        Paid, Not Used Yet
      </h2>
      <ul className="mt-1 divide-y divide-maize-deep/40">
        {data.map((payment) => (
          <Payment key={payment.paymentIntentId} payment={payment} now={serverNow()} />
        ))}
      </ul>
    </section>
  );
}

function Payment({ payment, now }: { payment: UnspentPayment; now: Date }) {
  const { amount, paidAt } = payment;
  const canBook = canPayForPickup(payment, now);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3.5 last:pb-0">
      <div className="min-w-0 basis-80 grow">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold leading-snug">
          <span>{`${moneyText(amount)}, paid ${momentText(new Date(paidAt), now)}`}</span>
          <Badge tone="leaf">Paid</Badge>
        </p>
        <p className="mt-1.5 leading-snug">{unspentText(payment, now)}</p>
      </div>
      {canBook && (
        <Link
          to="/dashboard"
          search={{ book: '1' }}
          className={buttonClass('primary', 'sm', 'w-full sm:w-auto')}
          aria-label={`Book a pickup with your payment of ${moneyText(amount)}`}
        >
          Book a pickup
        </Link>
      )}
    </li>
  );
}
