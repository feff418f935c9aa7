import { useSearch } from '@tanstack/react-router';
import LandingRedirect from '../../shell/guards/landing-redirect.tsx';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PaymentSummary } from '../payment-dialog/summary.tsx';
import { CheckoutFailure } from './failure.tsx';
import { CheckoutForm } from './form.tsx';
import { type CheckoutRequest, readCheckoutRequest } from './request.ts';
import { CheckoutSuccess } from './success.tsx';
import { useCheckoutPayment } from './use-checkout-payment.ts';
import { useCheckoutPurpose } from './use-checkout-purpose.ts';
import { useCheckoutSetup } from './use-checkout-setup.ts';

/** Takes the payment that the address asks for; without an amount there is none (PAY-4). */
export default function CheckoutPage() {
  const request = readCheckoutRequest(useSearch({ strict: false }));
  if (!request) return <LandingRedirect />;
  const { amount, pickupId, serviceType } = request;
  return <Checkout key={`${amount} ${pickupId} ${serviceType}`} request={request} />;
}

function Checkout({ request }: { request: CheckoutRequest }) {
  const { setup, again } = useCheckoutSetup(request);
  const { phase, trouble, pay } = useCheckoutPayment(again);
  const purpose = useCheckoutPurpose(request);
  return (
    <Page title="Secure Checkout" back="/dashboard" width="narrow">
      {phase === 'success' ? (
        <CheckoutSuccess amount={request.amount} />
      ) : phase === 'refundedAutomatically' && trouble ? (
        <CheckoutFailure failure={trouble} onRetry={again} />
      ) : setup.state === 'failed' ? (
        <CheckoutFailure failure={setup.failure} onRetry={again} />
      ) : (
        <>
          <p className="mb-4 text-lg text-soft">Complete your trash pickup payment</p>
          <Card>
            <PaymentSummary amount={request.amount} purpose={purpose} />
            {setup.state === 'pending' ? (
              <SettingUp />
            ) : (
              <CheckoutForm
                amount={request.amount}
                payment={setup.payment}
                trouble={trouble}
                busy={phase === 'processing'}
                onPay={(card) => pay(setup.payment.paymentIntentId, card)}
              />
            )}
          </Card>
        </>
      )}
    </Page>
  );
}

function SettingUp() {
  return (
    <p role="status" className="flex min-h-72 flex-col items-center justify-center gap-4 text-lg text-soft">
      <Spinner className="size-8 text-azure" />
      Setting up secure payment...
    </p>
  );
}
