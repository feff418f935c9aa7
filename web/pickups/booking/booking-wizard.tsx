import { useRef, useState } from 'react';
import { judgeBookingDay, pickedDate, serviceTypeOf } from '../../../contract/booking-dates.ts';
import { dateKeyOf } from '../../../contract/dates.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { BookingDraft, WizardStep } from './booking-draft.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { isHalfTyped } from './half-typed.ts';
import { PackageStep } from './package-step.tsx';
import { WizardProgress } from './wizard-progress.tsx';

interface BookingWizardProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  draft: BookingDraft;
  onChange: (changes: Partial<BookingDraft>) => void;
  /** The payment is being set up. */
  busy: boolean;
  onContinueToPayment: () => void;
}

/** Three steps to a booking: package, details, confirm. */
export function BookingWizard({ open, onOpenChange, draft, onChange, busy, onContinueToPayment }: BookingWizardProps) {
  const body = useRef<HTMLDivElement>(null);
  const date = useDateText(draft, onChange);

  const goTo = (step: WizardStep) => {
    onChange({ step });
    // The button that was pressed may be gone or changed: the step itself takes the focus and starts at its top.
    requestAnimationFrame(() => body.current?.focus());
  };
  const next = () => {
    if (draft.step === 3) onContinueToPayment();
    else if (draft.step === 2) goTo(3);
    else if (date.isBookable()) goTo(2);
  };
  const isMissing = draft.step === 1 ? date.text === '' : draft.step === 2 && draft.address.trim() === '';

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Book a pickup"
      dismissible={!busy}
      footer={
        <div className="flex w-full gap-3 sm:justify-between">
          {draft.step > 1 && (
            <Button variant="outline" disabled={busy} onClick={() => goTo((draft.step - 1) as WizardStep)}>
              Back
            </Button>
          )}
          <Button className="grow sm:ml-auto sm:min-w-40 sm:grow-0" disabled={isMissing} busy={busy} onClick={next}>
            {draft.step === 3 ? 'Continue to Payment' : 'Next'}
          </Button>
        </div>
      }
    >
      <div ref={body} tabIndex={-1} className="min-h-80 scroll-mt-4 outline-none sm:min-h-[27rem]">
        <WizardProgress current={draft.step} />
        {draft.step === 1 && (
          <PackageStep
            draft={draft}
            dateText={date.text}
            dateError={date.error}
            now={date.now}
            onBags={(bagCount) => onChange({ bagCount })}
            onDate={date.pick}
          />
        )}
        {draft.step === 2 && <DetailsStep draft={draft} onChange={onChange} />}
        {draft.step === 3 && <ConfirmStep draft={draft} />}
      </div>
    </Dialog>
  );
}

/** What stands in the date input. Only a day that can be booked reaches the draft; the others are complained about. */
function useDateText(draft: BookingDraft, onChange: (changes: Partial<BookingDraft>) => void) {
  const [now] = useState(() => new Date());
  const [text, setText] = useState(() => (draft.scheduledDate ? dateKeyOf(new Date(draft.scheduledDate)) : ''));
  const [error, setError] = useState<string>();

  const complain = (message: string) => {
    setError(message);
    toast({ title: 'Invalid Date', description: message, variant: 'destructive' });
  };
  const pick = (picked: string) => {
    setText(picked);
    setError(undefined);
    const verdict = judgeBookingDay(picked, new Date(), clientSettings.sameDayCutoff);
    if (verdict.ok) {
      const scheduledDate = pickedDate(picked);
      onChange({ scheduledDate, serviceType: serviceTypeOf(new Date(scheduledDate), new Date()) });
    } else if (picked !== '' && !isHalfTyped(picked)) complain(verdict.message);
  };
  /** Judged again when one goes on: the day may have ended, or the same-day cut-off passed, while the wizard was open. */
  const isBookable = () => {
    const verdict = judgeBookingDay(text, new Date(), clientSettings.sameDayCutoff);
    if (!verdict.ok) complain(verdict.message);
    return verdict.ok;
  };
  return { now, text, error, pick, isBookable };
}
