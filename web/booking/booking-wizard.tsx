import { type MouseEvent, useRef } from 'react';
import { useLiveSubscription } from '../subscriptions/use-live-subscription.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { type BookingDraft, isPlanDraft, type WizardStep } from './booking-draft.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { PackageStep } from './package-step.tsx';
import { useDateText } from './use-date-text.ts';
import { WizardProgress } from './wizard-progress.tsx';

interface BookingWizardProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  draft: BookingDraft;
  onChange: (changes: Partial<BookingDraft>) => void;
  /** The payment is being set up. */
  busy: boolean;
  /** A plan is wanted by a customer who has one. */
  onOtherPlan: () => void;
  onContinueToPayment: () => void;
}

/** Three steps to a booking: package or service, details, confirm. */
export function BookingWizard(props: BookingWizardProps) {
  const { open, onOpenChange, draft, onChange, busy, onOtherPlan, onContinueToPayment } = props;
  const body = useRef<HTMLDivElement>(null);
  const date = useDateText(draft, onChange);
  const { live: otherPlan } = useLiveSubscription();
  const isPlan = isPlanDraft(draft);

  const goTo = (step: WizardStep) => {
    onChange({ step });
    // The button that was pressed may be gone or changed: the step itself takes the focus and starts at its top.
    requestAnimationFrame(() => body.current?.focus());
  };
  const next = () => {
    if (isPlan && otherPlan) onOtherPlan();
    else if (draft.step === 3) onContinueToPayment();
    else if (draft.step === 2) goTo(3);
    else if (isPlan || date.isBookable()) goTo(2);
  };
  const isMissing = draft.step === 1 ? !isPlan && date.text === '' : draft.step === 2 && draft.address.trim() === '';

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Book a pickup"
      dismissible={!busy}
      footer={
        <div className="flex w-full gap-3 sm:justify-between">
          {draft.step > 1 && (
            <Button variant="outline" disabled={busy} onClick={single(() => goTo((draft.step - 1) as WizardStep))}>
              Back
            </Button>
          )}
          <Button
            className="grow sm:ml-auto sm:min-w-40 sm:grow-0"
            disabled={isMissing}
            busy={busy}
            onClick={single(next)}
          >
            {draft.step === 3 ? 'Continue to Payment' : 'Next'}
          </Button>
        </div>
      }
    >
      {/* In the middle of a screen, every step is as high as the dialog may get: its buttons do not move under a double click. */}
      <div
        ref={body}
        tabIndex={-1}
        className="min-h-80 scroll-mt-4 outline-none sm:min-h-[calc(min(46rem,90dvh)-11.6rem)]"
      >
        <WizardProgress current={draft.step} />
        {draft.step === 1 && (
          <PackageStep
            draft={draft}
            dateText={date.text}
            dateError={date.error}
            now={date.now}
            otherPlan={otherPlan}
            onChange={onChange}
            onDate={date.pick}
          />
        )}
        {draft.step === 2 && <DetailsStep draft={draft} onChange={onChange} />}
        {draft.step === 3 && <ConfirmStep draft={draft} />}
      </div>
    </Dialog>
  );
}

/** The second click of a double click would press the button of the next step, which stands where this one was. */
function single(press: () => void) {
  return (event: MouseEvent) => {
    if (event.detail < 2) press();
  };
}
