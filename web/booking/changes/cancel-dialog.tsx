import { useRef } from 'react';
import { type ChangeOptionsView, cancelBooking } from '../../../contract/booking/changes.ts';
import type { Pickup } from '../../../contract/pickups.ts';
import { call } from '../../api/call.ts';
import { serverNow } from '../../api/server-clock.ts';
import { instantDayText } from '../../pickups/pickup-words.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Money } from '../../ui/text/money.tsx';
import { OptionsState } from './options-state.tsx';
import { useChange, useChangeOptions } from './use-change.ts';
import { consequenceOf, deadlineOf } from './words.ts';

export interface ChangeDialogProps {
  pickup: Pickup;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Confirms the cancellation of a pickup, with its exact refund, or that a visit of a plan is skipped. */
export function CancelDialog({ pickup, open, onOpenChange }: ChangeDialogProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const options = useChangeOptions(pickup.id, open);
  const isVisit = pickup.subscriptionId !== null;
  const cancel = useChange(options, {
    send: (expectedRefund: string) => call(cancelBooking, { params: { id: pickup.id }, body: { expectedRefund } }),
    done: {
      title: isVisit ? 'Visit Skipped' : 'Pickup Cancelled',
      ...(options.data && { description: consequenceOf(options.data) }),
    },
    onDone: () => onOpenChange(false),
  });
  const changeOpen = (isOpen: boolean) => {
    if (!isOpen) cancel.reset();
    onOpenChange(isOpen);
  };
  const { data } = options;
  const canCancel = data?.canCancel === true;
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      role="alertdialog"
      title={isVisit ? 'Skip this visit?' : 'Cancel this pickup?'}
      description={
        <>
          <span className="block font-semibold text-ink">
            {instantDayText(pickup.scheduledDate, serverNow(), 'No date', 'long')}
          </span>
          <span translate="no" className="block break-words">
            {pickup.address}
          </span>
        </>
      }
      dismissible={!cancel.isPending}
      failure={cancel.error}
      initialFocus={keep}
      footer={
        <>
          <Button ref={keep} variant="outline" disabled={cancel.isPending} onClick={() => changeOpen(false)}>
            {data && !canCancel ? 'Close' : isVisit ? 'Keep visit' : 'Keep pickup'}
          </Button>
          {(!data || canCancel) && (
            <Button
              variant="danger"
              disabled={!data}
              busy={cancel.isPending || (options.isFetching && data !== undefined)}
              onClick={() => data && cancel.mutate(data.refund)}
            >
              {isVisit ? 'Skip visit' : 'Cancel pickup'}
            </Button>
          )}
        </>
      }
    >
      {!data ? <OptionsState options={options} /> : canCancel ? <Refund options={data} /> : <p>{data.whyNoCancel}</p>}
    </Dialog>
  );
}

function Refund({ options }: { options: ChangeOptionsView }) {
  const { paid, refunded, refund } = options;
  const deadline = deadlineOf(options);
  return (
    <div className="space-y-3">
      {paid !== null && (
        <dl className="space-y-1.5">
          <Line name="You paid" amount={paid} />
          {refunded !== '0.00' && <Line name="Already refunded" amount={refunded} />}
          <div className="flex items-baseline justify-between gap-4 border-ink border-t-2 pt-2">
            <dt className="font-semibold">You get back</dt>
            <dd>
              <Money amount={refund} className="font-bold font-display text-3xl" />
            </dd>
          </div>
        </dl>
      )}
      <p className="text-pretty">{`${consequenceOf(options)} This can't be undone.`}</p>
      {deadline && <p className="text-pretty text-soft">{deadline}</p>}
    </div>
  );
}

function Line({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-soft">{name}</dt>
      <dd>
        <Money amount={amount} className="font-semibold" />
      </dd>
    </div>
  );
}
