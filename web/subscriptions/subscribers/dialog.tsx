import { useState } from 'react';
import type { AdminSubscription } from '../../../contract/subscriptions.ts';
import { HistoryList } from '../../audit/history-list.tsx';
import { RescheduleDialog } from '../../pickups/reschedule/dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useCancellation, useReactivation } from './change.ts';
import { SubscriberEditDialog } from './edit-dialog.tsx';
import { SubscriberFacts } from './facts.tsx';
import { SubscriberPickups } from './pickups.tsx';
import { customerNameOf, planOfSubscriber, priceText } from './words.ts';

interface SubscriberDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** From the list, or as it was when the dialog opened. */
  subscriber: AdminSubscription;
}

type Step = 'edit' | 'reschedule' | 'cancel' | 'reactivate';

/** The details of one subscriber. Actions open dialogs on top of it. */
export function SubscriberDialog({ open, onOpenChange, subscriber: listed }: SubscriberDialogProps) {
  const [changed, setChanged] = useState<AdminSubscription>();
  const [step, setStep] = useState<Step | null>(null);
  // The list's copy, unless a change has returned a newer one.
  const isNewer = changed && changed.id === listed.id && changed.updatedAt > listed.updatedAt;
  const subscriber = isNewer ? changed : listed;
  const back = () => setStep(null);
  const cancellation = useCancellation(subscriber, setChanged);
  const reactivation = useReactivation(subscriber, setChanged);
  const stepProps = (name: Step) => ({
    open: step === name,
    onOpenChange: (isOpen: boolean) => setStep(isOpen ? name : null),
  });

  const name = customerNameOf(subscriber);
  const plan = planOfSubscriber(subscriber).name;
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={name}
        size="lg"
        footer={<Buttons subscriber={subscriber} onStep={setStep} onClose={() => onOpenChange(false)} />}
      >
        <div className="grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2">
          <SubscriberFacts subscriber={subscriber} />
          <div className="space-y-6 border-line border-t pt-4 sm:border-0 sm:pt-0">
            <SubscriberPickups subscriptionId={subscriber.id} />
            <HistoryList subject="subscription" id={subscriber.id} />
          </div>
        </div>
      </Dialog>
      <SubscriberEditDialog {...stepProps('edit')} subscriber={subscriber} onChanged={setChanged} />
      <RescheduleDialog
        {...stepProps('reschedule')}
        subject={{ kind: 'subscription', id: subscriber.id, title: name, currentDate: subscriber.nextPickupDate }}
      />
      <ConfirmDialog
        {...stepProps('cancel')}
        title="Cancel this subscription?"
        description={`${name}’s ${plan} ends immediately: no more pickups and no more charges. This cannot be undone.`}
        confirmLabel="Cancel Subscription"
        cancelLabel="Keep Subscription"
        busy={cancellation.isPending}
        onConfirm={() => cancellation.mutate(undefined, { onSettled: back })}
      />
      <ConfirmDialog
        {...stepProps('reactivate')}
        variant="primary"
        title="Reactivate this subscription?"
        description={`${name}’s ${plan} starts again: pickups resume on the next service day, and the saved card is charged ${priceText(subscriber)}.`}
        confirmLabel="Reactivate Subscription"
        cancelLabel="Not Now"
        busy={reactivation.isPending}
        onConfirm={() => reactivation.mutate(undefined, { onSettled: back })}
      />
    </>
  );
}

interface ButtonsProps {
  subscriber: AdminSubscription;
  onStep: (step: Step) => void;
  onClose: () => void;
}

function Buttons({ subscriber, onStep, onClose }: ButtonsProps) {
  const isCancelled = subscriber.status === 'cancelled';
  return (
    <div className="grid w-full grid-cols-2 gap-2.5 sm:flex">
      <Button variant="outline" size="sm" className="px-3!" onClick={() => onStep('edit')}>
        Edit Details
      </Button>
      <Button
        variant={isCancelled ? 'outline' : 'primary'}
        size="sm"
        className="px-3! sm:mr-auto"
        disabled={subscriber.nextPickupDate === null}
        onClick={() => onStep('reschedule')}
      >
        Reschedule Next Pickup
      </Button>
      {/* One button for both actions: it keeps the focus when its label changes. */}
      <Button
        variant={isCancelled ? 'primary' : 'quiet'}
        size="sm"
        className={isCancelled ? 'px-3!' : 'px-3! text-brick! hover:bg-brick-wash!'}
        onClick={() => onStep(isCancelled ? 'reactivate' : 'cancel')}
      >
        {isCancelled ? 'Reactivate Subscription' : 'Cancel Subscription'}
      </Button>
      <Button variant="outline" size="sm" className="px-3!" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
