import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { v4 as newRefundKey } from 'uuid';
import { getPickupPayment, type PickupPayment, refundPickup } from '../../../contract/payments.ts';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { SignedOutError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../ui/dialog/form-buttons.tsx';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { TextareaField } from '../../ui/fields/textarea-field.tsx';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { InlineError, retryOf } from '../../ui/load-error.tsx';
import { Money } from '../../ui/text/money.tsx';
import { moneyText } from '../../ui/text/money-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import {
  checkRefund,
  explainRefundError,
  plainAmount,
  type RefundFields,
  refundDetailsOf,
  refundInProgressText,
  refundLabel,
  refundStateOf,
} from './refund-words.ts';
import { createdTextOf } from './words.ts';

const refreshEveryMs = 15_000;
const soonMs = 3_000;

type PaidPickup = Pick<AdminPickup, 'id' | 'customerName'>;

/** The payment of a request: charged, refunded and refundable amounts, past refunds, and the Refund button. */
export function RequestPayment({ request }: { request: PaidPickup }) {
  const headingId = useId();
  const refund = useDialogSubject<PickupPayment>();
  const payment = useQuery({
    ...read(getPickupPayment, { params: { id: request.id } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.refunds.some(({ status }) => status === 'asked') ? soonMs : refreshEveryMs,
  });
  const { data } = payment;
  if (!data) {
    return payment.isError ? <InlineError message="We couldn't load the payment." {...retryOf(payment)} /> : null;
  }
  if (data.paid === null) return null;
  const canRefund = data.left !== '0.00';
  const inProgress = refundInProgressText(data.refunds);
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
      {inProgress && (
        <p role="status" className="mt-2 font-semibold">
          {inProgress}
        </p>
      )}
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
  const state = refundStateOf(refund);
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Money amount={refund.amount} className="font-semibold" />
        <Badge tone={state.tone}>{state.label}</Badge>
        <span className="text-[0.9375rem] text-soft">{createdTextOf(refund.createdAt)}</span>
      </p>
      <p className="mt-0.5 break-words leading-snug">{refundDetailsOf(refund)}</p>
    </li>
  );
}

interface RequestRefundDialogProps {
  request: PaidPickup;
  left: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Refunds all or part of the payment, with a reason. The pickup does not change. */
function RequestRefundDialog({ request, left: leftNow, open, onOpenChange }: RequestRefundDialogProps) {
  const formId = useId();
  // One key per dialog, so that a double press, or a retry after a lost response, makes a single refund.
  const [refundKey] = useState(() => newRefundKey());
  // Fixed when the dialog opens, because after a lost response this refund may already have reduced the amount.
  const [left] = useState(leftNow);
  const [fields, setFields] = useState<RefundFields>({ amount: left, reason: '' });
  const [errors, setErrors] = useState<Partial<RefundFields>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const cache = useQueryClient();
  const once = useOnce();

  const change = (part: Partial<RefundFields>) => {
    setFields({ ...fields, ...part });
    setErrors({});
  };
  const send = async () => {
    const body = { amount: plainAmount(fields.amount), reason: fields.reason.trim(), refundKey };
    const payment = await call(refundPickup, { params: { id: request.id }, body });
    cache.setQueryData(read(getPickupPayment, { params: { id: request.id } }).queryKey, payment);
    toast({
      title: 'Refund on Its Way',
      description: `${moneyText(body.amount)} will be returned to the customer's card.`,
    });
    onOpenChange(false);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = checkRefund(fields, left);
    setErrors(wrong);
    setFailure('');
    const first = wrong.amount ? 'amount' : wrong.reason && 'reason';
    if (first) return (event.currentTarget.elements.namedItem(first) as HTMLElement).focus();
    void once(async () => {
      setBusy(true);
      try {
        await send();
      } catch (error) {
        if (error instanceof SignedOutError) return;
        const explained = explainRefundError(error);
        setErrors(explained.fields);
        setFailure(explained.message);
      } finally {
        await refreshAdmin(cache);
        setBusy(false);
      }
    });
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Refund"
      description={`The money goes back to the card of ${request.customerName ?? 'the customer'}. The pickup doesn't change.`}
      dismissible={!busy}
      footer={
        <FormButtons
          form={formId}
          onCancel={() => onOpenChange(false)}
          variant="danger"
          busy={busy}
          busyLabel="Refunding..."
        >
          {refundLabel(fields.amount)}
        </FormButtons>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        {failure && (
          <p role="alert" className="rounded-card bg-brick-wash p-3.5 font-semibold text-brick">
            {failure}
          </p>
        )}
        <TextField
          label="Amount"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          hint={`Up to ${moneyText(left)}`}
          value={fields.amount}
          error={errors.amount}
          onChange={({ target }) => change({ amount: target.value })}
        />
        <TextareaField
          label="Reason"
          name="reason"
          maxLength={500}
          hint="Saved in the pickup's history"
          value={fields.reason}
          error={errors.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
      </form>
    </Dialog>
  );
}
