import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { getReceipt, type Receipt } from '../../../contract/payments.ts';
import { dateKeyOf, formatDateKey, formatMoment } from '../../../contract/values/time/dates.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { read } from '../../api/query-client.ts';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Mark } from '../../ui/logo.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Scene } from '../../ui/street/scene.tsx';
import { Money } from '../../ui/text/money.tsx';
import { partsOf } from './parts.ts';

/** The receipt of one charge, for reading and printing. */
export function ReceiptView({ id }: { id: string }) {
  const { data, isPending, error, isFetching, refetch } = useQuery({
    ...read(getReceipt, { params: { id } }),
    // A refund may have been added since the last read.
    refetchOnMount: 'always',
  });
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (data) {
    return (
      <div className="mx-auto max-w-2xl">
        <ReceiptSheet receipt={data} />
        <div className="mt-5 flex flex-wrap gap-3">
          <Button icon={<Printer className="size-5" aria-hidden="true" />} onClick={() => window.print()}>
            Print
          </Button>
          <BackToBilling />
        </div>
      </div>
    );
  }
  if (isPending) {
    return (
      <div role="status" className="mx-auto max-w-2xl">
        <span className="sr-only">Loading your receipt</span>
        <Skeleton className="h-140 rounded-card" />
      </div>
    );
  }
  return (
    <div role="alert">
      <EmptyState
        title={isMissing ? "We couldn't find that receipt" : "We couldn't load your receipt"}
        art={<Scene name={isMissing ? 'notFound' : 'error'} />}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {!isMissing && (
              <Button busy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            )}
            <BackToBilling />
          </div>
        }
      >
        <p>
          {isMissing
            ? 'Your receipts are on your billing page, next to each payment.'
            : messageOf(error, 'Please try again.')}
        </p>
      </EmptyState>
    </div>
  );
}

function BackToBilling() {
  return (
    <Link to="/billing" className={buttonClass('outline')}>
      Back to billing
    </Link>
  );
}

/** The printable part of the page (`data-printed`, styles.css). */
function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { number, paidAt, credit, paidWith, refunds, total, terms, refundAt, business, customer } = receipt;
  return (
    <article
      data-printed
      aria-labelledby="receipt-business"
      className="rounded-card border border-line bg-paper p-5 tiny:p-3 sm:p-8"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-ink border-b-2 pb-5">
        <div className="min-w-0">
          <h2 id="receipt-business" className="flex items-center gap-2.5 text-2xl">
            <Mark className="size-8 shrink-0" />
            <span>{business.name}</span>
          </h2>
          <address className="mt-2 break-words text-soft not-italic leading-snug">
            {business.address && <span className="block whitespace-pre-line">{business.address}</span>}
            <span className="block">{business.phone}</span>
            <span className="block">{business.email}</span>
          </address>
        </div>
        <dl className="space-y-2">
          <Fact name="Receipt">{number}</Fact>
          <Fact name="Paid on">{dayOf(paidAt)}</Fact>
          {paidWith && <Fact name="Paid with">{paidWith}</Fact>}
        </dl>
      </header>
      <dl className="border-line border-b py-4">
        <Fact name="Paid by">
          <span>{customer.name}</span>
          <span className="block font-normal text-soft leading-snug">{customer.email}</span>
          {customer.address && <span className="block font-normal text-soft leading-snug">{customer.address}</span>}
        </Fact>
      </dl>
      <table className="mt-2 w-full">
        <caption className="sr-only">Payment details</caption>
        <thead>
          <tr className="border-line border-b text-left text-soft">
            <th scope="col" className="py-2.5 font-normal">
              Description
            </th>
            <th scope="col" className="py-2.5 text-right font-normal">
              Amount
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {partsOf(receipt).map(({ id, what, amount }) => (
            <Line key={id} what={what} amount={amount} />
          ))}
          {credit && <CreditLine credit={credit} />}
          {refunds.map((refund) => (
            <Line
              key={`${refund.date} ${refund.amount}`}
              what={`Refund, ${dayOf(refund.date)}`}
              amount={`-${refund.amount}`}
            />
          ))}
        </tbody>
        <tfoot>
          <tr className="border-ink border-t-2">
            <th scope="row" className="py-3 text-left font-display text-lg">
              Total
            </th>
            <td className="py-3 text-right">
              <Money amount={total} className="font-bold font-display text-2xl tiny:text-lg" />
            </td>
          </tr>
        </tfoot>
      </table>
      {terms && <p className="mt-4 text-pretty text-sm text-soft leading-snug">{terms}</p>}
      {refundAt && (
        <p className="mt-4">
          {`This payment isn't tied to a pickup yet. If it isn't used by ${formatMoment(new Date(refundAt))}, we'll refund it.`}
        </p>
      )}
      <p className="mt-4 text-soft">{`Questions? Call ${business.phone} and mention the receipt number.`}</p>
    </article>
  );
}

const dayOf = (instant: string) => {
  const key = dateKeyOf(new Date(instant));
  return `${formatDateKey(key, 'long')}, ${key.slice(0, 4)}`;
};

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[0.9375rem] text-soft">{name}</dt>
      <dd className="break-words font-semibold leading-snug">{children}</dd>
    </div>
  );
}

/** The part of a month's price that plan credit paid. A negative credit was carried over from the last month. */
function CreditLine({ credit }: { credit: string }) {
  const isCarried = credit.startsWith('-');
  return (
    <Line
      what={isCarried ? 'Carried over from last month' : 'Plan credit'}
      amount={isCarried ? credit.slice(1) : `-${credit}`}
    />
  );
}

function Line({ what, amount }: { what: string; amount: string }) {
  return (
    <tr className="align-top">
      <td className="min-w-0 wrap-anywhere py-2.5 pr-4 tiny:pr-2 print:py-1.5">{what}</td>
      <td className="py-2.5 text-right print:py-1.5">
        <Money amount={amount} className="whitespace-nowrap font-semibold" />
      </td>
    </tr>
  );
}
