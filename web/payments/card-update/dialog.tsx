import { type SubmitEvent, useId, useRef } from 'react';
import type { Subscription } from '../../../contract/subscriptions.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { moneyText } from '../../ui/text/money-text.ts';
import { canTakeCards } from '../card/card-form.tsx';
import { NotReady, PaymentFailure, SettingUp } from '../card/outcome.tsx';
import { StripeFields } from '../card/stripe/fields.tsx';
import { type StripeForm, saveStripeCard } from '../card/stripe/stripe-card.ts';
import { TestCardForm } from '../card/test-card/test-card-form.tsx';
import { useCardUpdate } from './use-card-update.ts';

interface CardUpdateDialogProps {
  subscription: Subscription;
  open: boolean;
  onClose: () => void;
}

/** The link for a card whose bank asks for every payment, so that its owner must be there to confirm each charge. */
function BankLink({ payUrl }: { payUrl: string }) {
  return (
    <p className="mt-4 border-line border-t pt-3">
      <span>Does your bank ask you to confirm every payment?</span>{' '}
      <a
        href={payUrl}
        target="_blank"
        rel="noreferrer"
        className="inline-block py-1 font-semibold text-azure underline underline-offset-4"
      >
        Pay and confirm with your bank
      </a>{' '}
      <span className="text-soft">(opens our payment provider's page)</span>
    </p>
  );
}

/** Saves another card for a plan and immediately charges any amount due to that card. */
export function CardUpdateDialog({ subscription, open, onClose }: CardUpdateDialogProps) {
  const formId = useId();
  const formRef = useRef<StripeForm | null>(null);
  const { setup, problem, busy, retry, save } = useCardUpdate(subscription, open, onClose);
  const due = setup?.due ?? null;
  const isReady = canTakeCards();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save(async () => ({ problem: await saveStripeCard(formRef.current) }));
  };
  const footer = setup && isReady && (
    <Button type="submit" form={formId} className="w-full" busy={busy} busyLabel="Saving your card...">
      {due ? `Save card and pay ${moneyText(due)}` : 'Save card'}
    </Button>
  );
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Update card"
      description={`We'll charge your plan to this card from now on.${due ? ' The amount due is charged right away.' : ''}`}
      dismissible={!busy}
      {...(footer && { footer })}
    >
      {problem && <PaymentFailure message={problem.message} detail={problem.detail} />}
      {!isReady ? (
        <NotReady />
      ) : setup?.testMode ? (
        <TestCardForm
          id={formId}
          testCards={setup.testCards}
          onPay={(paymentMethodId) => save(async () => ({ problem: null, paymentMethodId }))}
        />
      ) : setup ? (
        <form id={formId} noValidate onSubmit={submit}>
          <StripeFields key={setup.clientSecret} clientSecret={setup.clientSecret} formRef={formRef} />
        </form>
      ) : problem ? (
        <Button variant="outline" className="w-full" onClick={retry}>
          Try again
        </Button>
      ) : (
        <SettingUp>Opening the card form...</SettingUp>
      )}
      {setup?.payUrl && <BankLink payUrl={setup.payUrl} />}
      <p role="status" className="sr-only">
        {busy && 'Saving your card'}
      </p>
    </Dialog>
  );
}
