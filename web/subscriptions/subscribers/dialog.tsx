import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countedBagsText, type Pickup } from '../../../contract/pickups.ts';
import { type AdminSubscription, listSubscriptionPickups } from '../../../contract/subscriptions.ts';
import { read } from '../../api/query-client.ts';
import { serverNow } from '../../api/server-clock.ts';
import { HistoryList } from '../../audit/history-list.tsx';
import { hasPhotos } from '../../photos/has-photos.ts';
import { PhotoDisclosure } from '../../photos/photo-disclosure.tsx';
import { IncompleteLine } from '../../pickups/incomplete-line.tsx';
import { PickupMoves } from '../../pickups/moves/pickup-moves.tsx';
import { PickupStatusBadge } from '../../pickups/pickup-status-badge.tsx';
import { instantDayText } from '../../pickups/pickup-words.ts';
import { shortIdOf } from '../../pickups/requests/words.ts';
import { RescheduleDialog } from '../../pickups/reschedule/dialog.tsx';
import { Button } from '../../ui/button/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { QuerySection } from '../../ui/list/query-section.tsx';
import { Money } from '../../ui/text/money.tsx';
import { useCancellation, useReactivation } from './change.ts';
import { SubscriberEditDialog } from './edit-dialog.tsx';
import { EndDialog } from './end-dialog.tsx';
import { SubscriberFacts } from './facts.tsx';
import { SubscriberPlan } from './plan-section.tsx';
import { customerNameOf, endText, planOfSubscriber, reactivationChargeText } from './words.ts';

interface SubscriberDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The subscriber's row in the list, or the row as it was when the dialog opened. */
  subscriber: AdminSubscription;
}

type Step = 'edit' | 'reschedule' | 'cancel' | 'reactivate';

/** The details of one subscriber. Actions open further dialogs on top. */
export function SubscriberDialog({ open, onOpenChange, subscriber: listed }: SubscriberDialogProps) {
  const [changed, setChanged] = useState<AdminSubscription>();
  const [step, setStep] = useState<Step | null>(null);
  // Shows the list's copy, unless a change has returned a newer one.
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
            <SubscriberPlan subscriptionId={subscriber.id} />
            <SubscriberPickups subscriptionId={subscriber.id} customer={name} />
            <HistoryList subject="subscription" id={subscriber.id} />
          </div>
        </div>
      </Dialog>
      <SubscriberEditDialog {...stepProps('edit')} subscriber={subscriber} onChanged={setChanged} />
      <RescheduleDialog
        {...stepProps('reschedule')}
        subject={{ kind: 'subscription', id: subscriber.id, title: name, currentDate: subscriber.nextPickupDate }}
      />
      <EndDialog
        {...stepProps('cancel')}
        subscriptionId={subscriber.id}
        description={endText(subscriber)}
        busy={cancellation.isPending}
        onConfirm={(expectedRefund) => cancellation.mutate(expectedRefund, { onSettled: back })}
      />
      <ConfirmDialog
        {...stepProps('reactivate')}
        variant="primary"
        title="Reactivate this subscription?"
        description={`${name}'s ${plan} starts again: pickups resume on the next service day, and ${reactivationChargeText(subscriber, serverNow())}.`}
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
      {/* One button for both actions, so that it keeps the focus when its label changes. */}
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

const refreshEveryMs = 20_000;

function SubscriberPickups({ subscriptionId, customer }: { subscriptionId: string; customer: string }) {
  const pickups = useQuery({
    ...read(listSubscriptionPickups, { params: { id: subscriptionId } }),
    // The pickups are read again each time the dialog opens.
    staleTime: 0,
    refetchInterval: refreshEveryMs,
  });
  return (
    <QuerySection
      title="Recent Pickups"
      query={pickups}
      loadingLabel="Loading pickups"
      failure="We couldn't load the pickups."
    >
      {(recent) => <PickupRows pickups={recent} customer={customer} />}
    </QuerySection>
  );
}

function PickupRows({ pickups, customer }: { pickups: readonly Pickup[]; customer: string }) {
  if (pickups.length === 0) return <p className="mt-1 text-soft">No pickups yet</p>;
  const now = serverNow();
  return (
    <ul className="mt-1 divide-y divide-line">
      {pickups.map((pickup) => (
        <li
          key={pickup.id}
          className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2 py-2.5 leading-snug"
        >
          <p>
            <span className="font-semibold">{instantDayText(pickup.scheduledDate, now, 'No date')}</span>
            <span className="block text-[0.9375rem] text-soft">
              <span translate="no" title={pickup.id}>
                {shortIdOf(pickup.id)}
              </span>
              <span>{` · ${countedBagsText(pickup)} ·`}</span> <Money amount={pickup.amount} />
            </span>
          </p>
          <PickupStatusBadge status={pickup.status} />
          <PickupMoves pickup={{ ...pickup, customerName: customer }} />
          <DriverReport pickup={pickup} day={instantDayText(pickup.scheduledDate, now, 'No date')} />
        </li>
      ))}
    </ul>
  );
}

/**
 * The driver's report with reason, note and photos. A plan's pickups appear in no list of
 * requests, so it is shown here.
 */
function DriverReport({ pickup, day }: { pickup: Pickup; day: string }) {
  const { status, driverNotes } = pickup;
  return (
    <div className="col-span-full empty:hidden">
      <IncompleteLine pickup={pickup} />
      {status !== 'incomplete' && driverNotes && (
        <p className="mt-0.5 break-words whitespace-pre-line">{`Driver notes: ${driverNotes}`}</p>
      )}
      {hasPhotos(pickup) && <PhotoDisclosure pickup={pickup} day={day} />}
    </div>
  );
}
