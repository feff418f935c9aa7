import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type EndPreview, previewSubscriberEnd } from '../../../contract/plan/cancel.ts';
import { read } from '../../api/query-client.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { moneyText } from '../../ui/text/money-text.ts';

interface EndDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  subscriptionId: string;
  description: string;
  busy: boolean;
  /** `expectedRefund` is in dollars, as "15.00"; null for no refund. */
  onConfirm: (expectedRefund: string | null) => void;
}

/**
 * Ends a plan immediately. If the dispatcher chooses so, refunds the visits of its month that
 * will not be made (PLAN-95).
 */
export function EndDialog({ open, onOpenChange, subscriptionId, description, busy, onConfirm }: EndDialogProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const [isRefunded, setRefunded] = useState(false);
  const { data } = useQuery({
    ...read(previewSubscriberEnd, { params: { id: subscriptionId } }),
    ...{ staleTime: 0, enabled: open },
  });
  const change = (isOpen: boolean) => {
    setRefunded(false);
    onOpenChange(isOpen);
  };
  const refund = isRefunded && data ? data.refund : null;
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      role="alertdialog"
      title="Cancel this subscription?"
      description={description}
      dismissible={!busy}
      initialFocus={keep}
      footer={
        <>
          <Button ref={keep} variant="outline" disabled={busy} onClick={() => change(false)}>
            Keep Subscription
          </Button>
          <Button variant="danger" busy={busy} onClick={() => onConfirm(refund)}>
            Cancel Subscription
          </Button>
        </>
      }
    >
      {data && <Refunds preview={data} isRefunded={isRefunded} onChange={setRefunded} />}
    </Dialog>
  );
}

interface RefundsProps {
  preview: EndPreview;
  isRefunded: boolean;
  onChange: (isRefunded: boolean) => void;
}

function Refunds({ preview: { visits, refund, credit }, isRefunded, onChange }: RefundsProps) {
  if (refund === '0.00' && credit === '0.00') return null;
  return (
    <div className="space-y-3">
      {refund !== '0.00' && (
        <>
          <CheckboxField
            label={`Refund visits not made (${moneyText(refund)})`}
            checked={isRefunded}
            onChange={(event) => onChange(event.target.checked)}
          />
          <p className="text-pretty text-soft">
            {`${visits.length === 1 ? '1 visit' : `${visits.length} visits`} of the paid month won't be made.`}
          </p>
        </>
      )}
      {credit !== '0.00' && (
        <p className="text-pretty">{`The unused credit of ${moneyText(credit)} is refunded either way.`}</p>
      )}
    </div>
  );
}
