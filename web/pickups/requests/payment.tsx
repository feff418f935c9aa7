import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { getPickupPayment, type PickupPayment } from '../../../contract/payments.ts';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { read } from '../../api/query-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { InlineError, retryOf } from '../../ui/load-error.tsx';
import { Money } from '../../ui/money.tsx';
import { RequestRefundDialog } from './refund-dialog.tsx';
import { refundStateOf } from './refund-words.ts';
import { createdTextOf } from './words.ts';

const refreshEveryMs = 15_000;
const soonMs = 3_000;

/** The payment of a request: charged, refunded and refundable amounts, past refunds, and the Refund button. */
export function RequestPayment({ request }: { request: AdminPickup }) {
  const headingId = useId();
  const refund = useDialogSubject<PickupPayment>();
  const payment = useQuery({
    ...read(getPickupPayment, { params: { id: request.id } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.refunds.some(({ status }) => status === 'requested') ? soonMs : refreshEveryMs,
  });
  const { data } = payment;
  if (!data) {
    return payment.isError ? <InlineError message="The payment could not be loaded." {...retryOf(payment)} /> : null;
  }
  if (data.paid === null) return null;
  const canRefund = data.left !== '0.00';
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 id={headingId} className="text-lg">
          Payment
        </h3>
        {data.isDisputed && <Badge tone="brick">Disputed</Badge>}
      </div>
      <dl className="mt-2 grid grid-cols-3 gap-x-3 tiny:grid-cols-1">
        <Figure name="Charged" amount={data.paid} />
        <Figure name="Refunded" amount={data.refunded} />
        <Figure name="Refundable" amount={data.left} />
      </dl>
      {data.refunds.length > 0 && (
        <ul className="mt-2 divide-y divide-line border-line border-t">
          {data.refunds.map((one) => (
            <RefundLine key={one.id} refund={one} />
          ))}
        </ul>
      )}
      {canRefund && (
        <Button variant="outline" size="sm" className="mt-3" onClick={() => refund.show(data)}>
          Refund
        </Button>
      )}
      {refund.subject && (
        <RequestRefundDialog
          key={refund.opening}
          request={request}
          left={data.left}
          open={refund.open}
          onOpenChange={refund.setOpen}
        />
      )}
    </section>
  );
}

function Figure({ name, amount }: { name: string; amount: string }) {
  return (
    <div>
      <dt className="text-soft text-sm">{name}</dt>
      <dd>
        <Money amount={amount} className="font-semibold" />
      </dd>
    </div>
  );
}

function RefundLine({ refund }: { refund: PickupPayment['refunds'][number] }): ReactNode {
  const state = refundStateOf(refund.status);
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Money amount={refund.amount} className="font-semibold" />
        <Badge tone={state.tone}>{state.label}</Badge>
        <span className="text-[0.9375rem] text-soft">{createdTextOf(refund.createdAt)}</span>
      </p>
      <p className="mt-0.5 break-words leading-snug">{refund.reason}</p>
    </li>
  );
}
