import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CancelPreview } from '../../../contract/plan/cancel.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { messageOf } from '../../api/api-error.ts';
import { serverToday } from '../../api/server-clock.ts';
import { Button } from '../../ui/button/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextareaField } from '../../ui/fields/textarea-field.tsx';
import { readCancel, sendCancel, sendUndoCancel } from './cancel-calls.ts';
import { cancelFacts, cancelledText } from './cancel-words.ts';
import { PreviewState } from './hold-outlook.tsx';
import type { PlanDialogProps } from './plan-scope.ts';
import { usePlanChange } from './use-plan-change.ts';

/** Cancels a plan at the end of its paid month, after listing all consequences. No reason is required (PLAN-90). */
export function CancelDialog({ scope, open, onOpenChange }: Omit<PlanDialogProps, 'plan'>) {
  const keep = useRef<HTMLButtonElement>(null);
  const [reason, setReason] = useState('');
  const { data, error, isFetching, refetch } = useQuery({ ...readCancel(scope), staleTime: 0, enabled: open });
  const today = serverToday();
  const cancel = usePlanChange({
    send: ({ endsAt }: CancelPreview) => sendCancel(scope, { expectedEnd: endsAt, reason: reason.trim() || null }),
    done: { title: 'Plan Cancelled', description: data ? cancelledText(data.endsAt, today) : '' },
    onDone: () => onOpenChange(false),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      role="alertdialog"
      title={scope.kind === 'mine' ? 'Cancel your plan?' : 'Cancel at the end of the month?'}
      dismissible={!cancel.isPending}
      failure={cancel.error}
      initialFocus={keep}
      footer={
        <>
          <Button ref={keep} variant="outline" disabled={cancel.isPending} onClick={() => onOpenChange(false)}>
            Keep plan
          </Button>
          <Button
            variant="danger"
            disabled={!data || error !== null}
            busy={cancel.isPending || (data !== undefined && isFetching)}
            onClick={() => data && cancel.mutate(data)}
          >
            Cancel plan
          </Button>
        </>
      }
    >
      {data && !error ? (
        <div className="space-y-5">
          <ul className="space-y-2">
            {cancelFacts(data, scope.kind, today).map((fact, index) => (
              <li key={fact} className={index === 0 ? 'text-pretty font-semibold' : 'text-pretty'}>
                {fact}
              </li>
            ))}
          </ul>
          <TextareaField
            label="Reason (optional)"
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      ) : (
        <PreviewState
          problem={error && messageOf(error, "We couldn't load this. Please try again.")}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Dialog>
  );
}

/** Undoes a cancellation. */
export function KeepPlanDialog({ plan, scope, open, onOpenChange }: PlanDialogProps) {
  const { currentPeriodEnd } = plan.subscription;
  const day = currentPeriodEnd && formatDateKey(dateKeyOf(new Date(currentPeriodEnd)));
  const keep = usePlanChange<void>({
    send: () => sendUndoCancel(scope),
    done: { title: 'Plan Continues', description: day ? `It renews on ${day}.` : 'It renews every month.' },
    onDone: () => onOpenChange(false),
  });
  const renewal = day ? `It renews on ${day}, and the card is charged again that day.` : 'It renews every month.';
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) keep.reset();
        onOpenChange(isOpen);
      }}
      variant="primary"
      title={scope.kind === 'mine' ? 'Keep your plan?' : 'Keep this plan?'}
      description={`The plan continues as before. ${renewal}`}
      failure={keep.error}
      confirmLabel={scope.kind === 'mine' ? 'Keep my plan' : 'Keep plan'}
      cancelLabel="Not now"
      busy={keep.isPending}
      onConfirm={() => keep.mutate()}
    />
  );
}
