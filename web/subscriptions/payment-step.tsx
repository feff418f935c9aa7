import { useId } from 'react';
import type { User } from '../../contract/accounts.ts';
import { planOf } from '../../contract/prices.ts';
import { clientSettings } from '../api/client-settings.ts';
import { Button } from '../ui/button.tsx';
import type { ToastMessage } from '../ui/toast.ts';
import { BillingForm } from './billing-form.tsx';
import { FailureNotice } from './failure-notice.tsx';
import type { PlanOrder } from './plan-order.ts';
import { PlanSummary } from './plan-summary.tsx';
import { monthlyPrice } from './plan-words.ts';
import { type SubscribeFailure, validationFailure } from './subscribe-failures.ts';

interface PaymentStepProps {
  customer: User;
  order: PlanOrder;
  failure: SubscribeFailure | null;
  busy: boolean;
  onPay: (paymentMethodId: string) => void;
  onRefused: (failure: SubscribeFailure) => void;
  /** Something was typed: what was complained about may be mended. */
  onType: () => void;
}

const noProvider: ToastMessage = { title: 'Stripe not properly initialized' };

/** The second step: who pays, with which card, and what for. */
export function PaymentStep({ customer, order, failure, busy, onPay, onRefused, onType }: PaymentStepProps) {
  const id = useId();
  const address = order.address.trim() || (customer.address ?? '');
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-10">
      <div className="lg:sticky lg:top-28 lg:order-2">
        <PlanSummary order={order} address={address} canChange={!busy} />
      </div>
      {clientSettings.testMode ? (
        <div className="space-y-5">
          <BillingForm
            id={id}
            customer={customer}
            address={address}
            onPay={onPay}
            onInvalid={(errors) => onRefused(validationFailure(errors))}
            onChange={onType}
          />
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
