import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { intentIdOfSecret } from '../../../contract/payments.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { serverNow } from '../../api/server-clock.ts';
import { type CardEntry, testCardEntry } from '../../payments/card/card-entry.ts';
import { canTakeCards } from '../../payments/card/card-form.tsx';
import { NotReady } from '../../payments/card/outcome.tsx';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { listPrice } from '../../ui/text/money-text.ts';
import { PlanTerms } from '../plan-terms.tsx';
import { monthlyPrice, planFacts } from '../plan-words.ts';
import { BillingForm, StripeBillingForm } from './billing-form.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { type SubscribeFailure, validationFailure } from './failures.ts';
import type { PlanOrder } from './plan-order.ts';
import type { PlanSetup } from './use-subscribe.ts';

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

export function PaymentStep({ customer, order, setup, failure, busy, onPay, onRefused, onType }: PaymentStepProps) {
  const id = useId();
  const address = order.address.trim() || (customer.address ?? '');
  const form = {
    ...{ id, customer, address: customer.address?.trim() || address },
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
            {`Subscribe for ${monthlyPrice(planOf(order.packageType))}`}
          </Button>
          <p role="status" className="sr-only">
            {busy && 'Processing payment'}
          </p>
        </div>
      ) : (
        <NotReady />
      )}
    </div>
  );
}

function PlanSummary({ order, address, canChange }: { order: PlanOrder; address: string; canChange: boolean }) {
  const plan = planOf(order.packageType);
  return (
    <Card as="section" aria-labelledby="plan-summary">
      <div className="flex items-start justify-between gap-3">
        <h2 id="plan-summary" className="text-xl">
          {plan.name}
        </h2>
        {canChange && (
          <Link to="/subscribe" className={buttonClass('quiet', 'sm', '-my-2.5 -mr-3 shrink-0')}>
            Change
          </Link>
        )}
      </div>
      <dl className="mt-3 grid gap-2.5 border-line border-t pt-3">
        {[...planFacts(plan, order, serverNow()).slice(1), { name: 'Address', value: address }].map(
          ({ name, value }) => (
            <div key={name} className="leading-snug">
              <dt className="text-[0.9375rem] text-soft">{name}</dt>
              <dd className="break-words font-semibold">{value}</dd>
            </div>
          ),
        )}
      </dl>
      <p className="mt-4 flex items-baseline justify-between gap-4 border-ink border-t-2 pt-3">
        <span className="font-semibold">Per month</span>
        <span className="font-bold font-display text-3xl">{listPrice(plan.priceCents)}</span>
      </p>
      <PlanTerms plan={plan} now={serverNow()} className="mt-4 text-[0.9375rem]" />
    </Card>
  );
}
