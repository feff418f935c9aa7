import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { v4 as newRefundKey } from 'uuid';
import { getPickupPayment, refundPickup } from '../../../contract/payments.ts';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { SignedOutError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { TextareaField } from '../../ui/fields/textarea-field.tsx';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { moneyText } from '../../ui/money-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import { checkRefund, explainRefundError, plainAmount, type RefundFields, refundLabel } from './refund-words.ts';

interface RequestRefundDialogProps {
  request: AdminPickup;
  left: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Refunds all or part of the payment, with a reason. The pickup does not change. */
export function RequestRefundDialog({ request, left: leftNow, open, onOpenChange }: RequestRefundDialogProps) {
  const formId = useId();
  // One key per dialog: a double press, or a retry after a lost response, is a single refund.
  const [refundKey] = useState(() => newRefundKey());
  // Fixed when the dialog opens: after a lost response, this very refund may have reduced the amount.
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
      title: 'Refund on its way',
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
      description={`The money goes back to the card of ${request.customerUsername ?? 'the customer'}. The pickup is not changed.`}
      dismissible={!busy}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={busy} busyLabel="Refunding...">
            {refundLabel(fields.amount)}
          </Button>
        </>
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
