import { Link } from '@tanstack/react-router';
import type { BillingItem } from '../../../contract/payments.ts';
import { serverNow } from '../../api/server-clock.ts';
import { PayLink } from '../../pickups/pay-link.tsx';
import { onDay } from '../../pickups/pickup-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { PartError, retryOf } from '../../ui/load-error.tsx';
import { type Billing, mostUnpaidShown } from './data.ts';

/** Pickups that are waiting for payment. Renders nothing if nothing is owed. */
export function Unpaid({ unpaid }: Pick<Billing, 'unpaid'>) {
  const { data } = unpaid;
  if (data === undefined) {
    return (
      <Card className="lg:col-span-3">
        <PartError message="We couldn't check for unpaid pickups." {...retryOf(unpaid)} />
      </Card>
    );
  }
  if (data.length === 0) return null;
  return (
    <section
      aria-labelledby="billing-unpaid"
      className="rounded-card border border-maize-deep/60 bg-maize-wash p-4 sm:p-5 lg:col-span-3"
    >
      <h2 id="billing-unpaid" className="text-lg">
        Waiting for Payment
      </h2>
      <ul className="mt-1 divide-y divide-maize-deep/40">
        {data.slice(0, mostUnpaidShown).map((item) => (
          <Owed key={item.id} item={item} />
        ))}
      </ul>
      {data.length > mostUnpaidShown && (
        <p className="mt-3">
          <span>There are more.</span>{' '}
          <Link
            to="/pickup-history"
            search={{ show: 'one-time' }}
            className="inline-block py-2 font-semibold text-azure underline underline-offset-4"
          >
            See them in Pickup History
          </Link>
        </p>
      )}
    </section>
  );
}

function Owed({ item }: { item: BillingItem }) {
  const { pickupId, amount, type, description, date } = item;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3.5 last:pb-0">
      <div className="min-w-0">
        {pickupId ? (
          <Link
            to="/pickup-history/$id"
            params={{ id: pickupId }}
            className="-my-2.5 inline-flex min-h-11 items-center break-words font-semibold leading-snug underline underline-offset-4"
          >
            {description}
          </Link>
        ) : (
          <p className="break-words font-semibold leading-snug">{description}</p>
        )}
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Badge>Pending</Badge>
          <span>{`Booked ${onDay(date, serverNow())}`}</span>
        </p>
      </div>
      {pickupId && (
        <PayLink
          pickup={{ id: pickupId, amount, serviceType: type }}
          subject={description}
          className={buttonClass('primary', 'sm')}
        />
      )}
    </li>
  );
}
