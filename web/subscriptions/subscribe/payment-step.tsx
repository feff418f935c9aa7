import { useId } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { intentIdOfSecret } from '../../../contract/payments.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { type CardEntry, notReady, testCardEntry } from '../../payments/card/card-entry.ts';
import { canTakeCards } from '../../payments/card/card-form.tsx';
import { Button } from '../../ui/button.tsx';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { monthlyPrice } from '../plan-words.ts';
import { BillingForm } from './billing-form.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { type SubscribeFailure, validationFailure } from './failures.ts';
import type { PlanSetup } from './pay-plan.ts';
import type { PlanOrder } from './plan-order.ts';
import { PlanSummary } from './plan-summary.tsx';
import { StripeBillingForm } from './stripe-billing-form.tsx';

interface PaymentStepProps {
  customer: User;
  order: PlanOrder;
  setup: PlanSetup;
  failure: SubscribeFailure | null;
  busy: boolean;
  onPay: (card: CardEntry) => void;
  onRefused: (failure: SubscribeFailure) => void;
  /** Called on input, because it may have fixed the shown error. */
  onType: () => void;
}

const noProvider: ToastMessage = { title: notReady.message };

/** The second step: the billing form and the order summary. */
export function PaymentStep({ customer, order, setup, failure, busy, onPay, onRefused, onType }: PaymentStepProps) {
  const id = useId();
  const address = order.address.trim() || (customer.address ?? '');
  const form = {
    ...{ id, customer, address },
    onInvalid: (errors: Parameters<typeof validationFailure>[0]) => onRefused(validationFailure(errors)),
    onChange: onType,
  };
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-10">
      <div className="lg:sticky lg:top-28 lg:order-2">
        <PlanSummary order={order} address={address} canChange={!busy} />
      </div>
      {canTakeCards() ? (
        <div className="space-y-5">
          {clientSettings.testMode ? (
            <BillingForm
              {...form}
              onPay={(method) => onPay(testCardEntry(intentIdOfSecret(setup.clientSecret), method))}
            />
          ) : (
            <StripeBillingForm {...form} clientSecret={setup.clientSecret} onPay={onPay} />
          )}
          {failure && <FailureNotice failure={failure} id={`${id}-failure`} />}
          <Button
            type="submit"
            form={id}
            className="w-full"
            busy={busy}
            busyLabel="Processing payment..."
            aria-describedby={failure ? `${id}-failure` : undefined}
          >
            Subscribe for {monthlyPrice(planOf(order.packageType))}
          </Button>
          <p role="status" className="sr-only">
            {busy && 'Processing payment'}
          </p>
        </div>
      ) : (
        <FailureNotice failure={noProvider} />
      )}
    </div>
  );
}
