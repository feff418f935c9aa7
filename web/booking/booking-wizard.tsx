import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { maxInstructionsLength } from '../../contract/pickups.ts';
import type { Subscription } from '../../contract/subscriptions.ts';
import { serviceTypeOf } from '../../contract/values/time/booking-dates.ts';
import { dateKeyOf, formatDateKey } from '../../contract/values/time/dates.ts';
import { serverNow } from '../api/server-clock.ts';
import { ChangeTermsNote } from '../pickups/change-terms-note.tsx';
import { curbAdvice, serviceTypeText } from '../pickups/pickup-words.ts';
import { ServedAddressField } from '../service-areas/served-address-field.tsx';
import { WaitingForm } from '../service-areas/waiting-form.tsx';
import { PlanTerms } from '../subscriptions/plan-terms.tsx';
import { planFacts } from '../subscriptions/plan-words.ts';
import { Button } from '../ui/button/button.tsx';
import { useBackSteps, useHeldBack } from '../ui/dialog/back-steps.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import type { Elements } from '../ui/elements.ts';
import { FailureBox } from '../ui/fields/form-failure.tsx';
import { TextareaField } from '../ui/fields/textarea-field.tsx';
import { Money } from '../ui/text/money.tsx';
import { amountOf, type BookingDraft, isPlanDraft, planOfDraft, type WizardStep } from './booking-draft.ts';
import { PackageStep } from './package-step.tsx';
import type { SetupProblem } from './set-up-payment.ts';
import { useDateText } from './use-date-text.ts';
import { steps, WizardProgress } from './wizard-progress.tsx';

interface BookingWizardProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  draft: BookingDraft;
  onChange: (changes: Partial<BookingDraft>) => void;
  /** The customer's plan. A customer can have only one. */
  otherPlan?: Subscription | null | undefined;
  /** For staff who book for a customer on the phone: pickups only, and a payment link instead of the payment. */
  byPhone?: { title: string; finishLabel: string; notice: Elements };
  /** Why the payment could not be set up. A toast also says so. */
  problem?: SetupProblem | null | undefined;
  /** True while the payment is being set up, or the pickup booked. */
  busy: boolean;
  /** While open, the payment dialog replaces the wizard. Back leads from it to step 3. */
  payment?: { isOpen: boolean; onBack: () => void };
  /** Another way to pay, on step 3. It comes first, so Continue to Payment is then the secondary button. */
  offer?: Elements;
  /** Called when a customer who already has a plan chooses a plan. */
  onOtherPlan?: () => void;
  /** The customer's email, for the waiting list of a ZIP code that we don't serve. */
  email?: string | undefined;
  onFinish: () => void;
}

/** The three booking steps: package or service, details, confirm. */
export function BookingWizard(props: BookingWizardProps) {
  const { open, onOpenChange, draft, onChange, busy, payment, otherPlan, onOtherPlan, onFinish, ...rest } = props;
  const { byPhone, problem } = rest;
  const date = useDateText(draft, onChange);
  const isPlan = isPlanDraft(draft);
  const isPaying = payment?.isOpen === true;
  const body = useFocusOnStep(draft.step);
  const chosenPlan = useRef<HTMLInputElement>(null);

  const goTo = (step: WizardStep) => onChange({ step });
  const next = () => {
    if (isPlan && otherPlan) onOtherPlan?.();
    else if (draft.step === 3) onFinish();
    else if (draft.step === 2) goTo(3);
    else if (isPlan || date.isBookable()) goTo(2);
  };
  const isMissing = draft.step === 1 ? !isPlan && date.text === '' : draft.step === 2 && draft.address.trim() === '';
  useBackSteps({
    steps: open ? (isPaying ? steps.length + 1 : draft.step) : 0,
    onBack(left) {
      if (left === 0) return onOpenChange(false);
      if (isPaying) payment.onBack();
      if (left < draft.step) goTo(left as WizardStep);
    },
    onForward() {
      if (!open) onOpenChange(true);
      else if (!isPaying && !isMissing && !busy) next();
    },
  });
  useHeldBack(open && busy ? { title: 'One moment, please', description: "We're getting your booking ready." } : null);

  return (
    <Dialog
      open={open && !isPaying}
      onOpenChange={onOpenChange}
      title={byPhone?.title ?? 'Book a pickup'}
      dismissible={!busy}
      // Focusing the chosen plan scrolls it into view, because it may be below the others.
      initialFocus={chosenPlan}
      ownBack
      fullHeight
      footer={
        // Back keeps its space on step 1, so that Next is in the same place on every step.
        <div className="flex w-full flex-wrap gap-3 sm:justify-between">
          {problem?.text && (
            <div className="mb-1 w-full">
              <FailureBox message={problem.text} />
            </div>
          )}
          <Button
            variant="outline"
            disabled={busy}
            className={draft.step === 1 ? 'invisible' : undefined}
            onClick={ignoreDoubleClick(() => goTo((draft.step - 1) as WizardStep))}
          >
            Back
          </Button>
          <Button
            variant={draft.step === 3 && props.offer ? 'outline' : 'primary'}
            className="grow sm:w-60 sm:grow-0"
            disabled={isMissing}
            busy={busy}
            onClick={ignoreDoubleClick(next)}
          >
            {draft.step === 3 ? (byPhone?.finishLabel ?? 'Continue to Payment') : 'Next'}
          </Button>
        </div>
      }
    >
      <div ref={body} tabIndex={-1} className="scroll-mt-4 outline-none">
        <WizardProgress current={draft.step} />
        {draft.step === 1 && (
          <PackageStep
            draft={draft}
            date={date}
            otherPlan={otherPlan}
            onChange={onChange}
            pickupsOnly={!!byPhone}
            chosenPlan={chosenPlan}
          />
        )}
        {draft.step === 2 && (
          <DetailsStep draft={draft} problem={problem} onChange={onChange} email={props.email} byPhone={!!byPhone} />
        )}
        {draft.step === 3 && <ConfirmStep draft={draft} notice={byPhone?.notice} offer={props.offer} />}
      </div>
    </Dialog>
  );
}

/**
 * Moves the focus to the new step and scrolls to its top, because the pressed button may be gone or changed. A refused
 * field gets the focus first.
 */
function useFocusOnStep(step: WizardStep) {
  const body = useRef<HTMLDivElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current !== step) (body.current?.querySelector<HTMLElement>('[aria-invalid]') ?? body.current)?.focus();
    last.current = step;
  }, [step]);
  return body;
}

/** Ignores the second click of a double click, which would press the next step's button in the same place. */
function ignoreDoubleClick(press: () => void) {
  return (event: MouseEvent) => {
    if (event.detail < 2) press();
  };
}

/** Step 2: the address and instructions for the driver. */
function DetailsStep(
  props: Pick<BookingWizardProps, 'draft' | 'problem' | 'onChange' | 'email'> & { byPhone: boolean },
) {
  const { draft, problem, onChange, email = '', byPhone } = props;
  return (
    <div className="space-y-5">
      <ServedAddressField
        value={draft.address}
        error={problem?.address}
        onChange={(address) => onChange({ address })}
        otherwise={byPhone ? 'You can still book it.' : (zip) => <WaitingForm zip={zip} email={email} />}
      />
      <TextareaField
        label="Special instructions (optional)"
        hint="Gate code, where the bags are, who to call."
        rows={4}
        maxLength={maxInstructionsLength}
        value={draft.specialInstructions}
        error={problem?.instructions}
        onChange={(event) => onChange({ specialInstructions: event.target.value })}
      />
    </div>
  );
}

/** Step 3: the order summary. */
function ConfirmStep({ draft, notice, offer }: { draft: BookingDraft; notice: Elements; offer: Elements }) {
  const now = serverNow();
  const plan = planOfDraft(draft);
  // A plan's draft may have no date.
  const day = plan ? null : dateKeyOf(new Date(draft.scheduledDate));
  const instructions = draft.specialInstructions.trim();
  return (
    <>
      <dl className="divide-y divide-line">
        {plan ? (
          planFacts(plan, draft, now).map(({ name, value }) => (
            <Row key={name} name={name}>
              {value}
            </Row>
          ))
        ) : (
          <PickupRows draft={draft} now={now} />
        )}
        <Row name="Address">{draft.address.trim()}</Row>
        {instructions && <Row name="Instructions">{instructions}</Row>}
      </dl>
      <p className="curb mt-1 flex items-baseline justify-between gap-4 pt-3">
        <span className="font-semibold">{plan ? 'Per month' : 'Total'}</span>
        <Money amount={amountOf(draft)} className="font-bold font-display text-3xl" />
      </p>
      {offer}
      {notice ?? (
        <p className="mt-3 text-soft">
          {day === null ? 'Put your bags at the curb by 7 AM on each pickup day.' : curbAdvice(day, now)}
        </p>
      )}
      {!notice && day !== null && <ChangeTermsNote of={{ day, now }} className="mt-3" />}
      {plan && <PlanTerms plan={plan} now={now} className="mt-3" />}
    </>
  );
}

function PickupRows({ draft, now }: { draft: BookingDraft; now: Date }) {
  const date = new Date(draft.scheduledDate);
  return (
    <>
      <Row name="Package">{`Up to ${draft.bagCount} bags`}</Row>
      <Row name="Date">
        <span>{formatDateKey(dateKeyOf(date), 'long')}</span>
        <span className="block text-soft">{`${serviceTypeText(serviceTypeOf(date, now))} pickup`}</span>
      </Row>
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 py-3 first:pt-0 sm:grid-cols-[8rem_1fr]">
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line break-words font-semibold">{children}</dd>
    </div>
  );
}
