import { Check } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { maxInstructionsLength } from '../../contract/pickups.ts';
import { AddressField } from '../addresses/address-field.tsx';
import { useLiveSubscription } from '../subscriptions/use-live-subscription.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { TextareaField } from '../ui/fields/textarea-field.tsx';
import { type BookingDraft, isPlanDraft, type WizardStep } from './booking-draft.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { PackageStep } from './package-step.tsx';
import { useDateText } from './use-date-text.ts';

interface BookingWizardProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  draft: BookingDraft;
  onChange: (changes: Partial<BookingDraft>) => void;
  /** The payment is being set up. */
  busy: boolean;
  /** Called when a customer who already has a plan chooses a plan. */
  onOtherPlan: () => void;
  onContinueToPayment: () => void;
}

/** The three booking steps: package or service, details, confirm. */
export function BookingWizard(props: BookingWizardProps) {
  const { open, onOpenChange, draft, onChange, busy, onOtherPlan, onContinueToPayment } = props;
  const body = useRef<HTMLDivElement>(null);
  const date = useDateText(draft, onChange);
  const { live: otherPlan } = useLiveSubscription();
  const isPlan = isPlanDraft(draft);

  const goTo = (step: WizardStep) => {
    onChange({ step });
    // The pressed button may be gone or changed, so the step takes the focus and scrolls to its top.
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
            <Button
              variant="outline"
              disabled={busy}
              onClick={ignoreDoubleClick(() => goTo((draft.step - 1) as WizardStep))}
            >
              Back
            </Button>
          )}
          <Button
            className="grow sm:ml-auto sm:min-w-40 sm:grow-0"
            disabled={isMissing}
            busy={busy}
            onClick={ignoreDoubleClick(next)}
          >
            {draft.step === 3 ? 'Continue to Payment' : 'Next'}
          </Button>
        </div>
      }
    >
      {/* On wide screens every step has the full dialog height, so that a double click does not hit moved buttons. */}
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

/** Ignores the second click of a double click, which would press the next step's button in the same place. */
function ignoreDoubleClick(press: () => void) {
  return (event: MouseEvent) => {
    if (event.detail < 2) press();
  };
}

const steps: readonly { step: WizardStep; name: string }[] = [
  { step: 1, name: 'Package or Service' },
  { step: 2, name: 'Details' },
  { step: 3, name: 'Confirm' },
];

/** The step indicator: a black bar for finished steps, a blue one for the current step. */
function WizardProgress({ current }: { current: WizardStep }) {
  return (
    <ol aria-label="Steps" className="mb-5 grid grid-cols-[minmax(0,auto)_1fr_1fr] gap-x-3.5 sm:gap-x-4">
      {steps.map(({ step, name }) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={classNames(
            'flex items-start gap-1.5 border-t-4 pt-2 font-display font-semibold leading-tight',
            step === current ? 'border-azure text-azure' : step < current ? 'border-ink' : 'border-line text-soft',
          )}
        >
          {step < current ? (
            <Check className="mt-px size-4.5 shrink-0 text-leaf" strokeWidth={2.5} aria-hidden="true" />
          ) : (
            <span className="tabular-nums" aria-hidden="true">
              {step}
            </span>
          )}
          {name}
          {step < current && <span className="sr-only">, done</span>}
        </li>
      ))}
    </ol>
  );
}

interface DetailsStepProps {
  draft: BookingDraft;
  onChange: (changes: Partial<BookingDraft>) => void;
}

/** Step 2: the address and instructions for the driver. */
function DetailsStep({ draft, onChange }: DetailsStepProps) {
  return (
    <div className="space-y-5">
      <AddressField value={draft.address} onChange={(address) => onChange({ address })} />
      <TextareaField
        label="Special instructions (optional)"
        hint="Gate code, where the bags are, who to call."
        rows={4}
        maxLength={maxInstructionsLength}
        value={draft.specialInstructions}
        onChange={(event) => onChange({ specialInstructions: event.target.value })}
      />
    </div>
  );
}
