import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import { useId } from 'react';
import { bagsText, listPickups } from '../../../contract/pickups.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/dates.ts';
import { read } from '../../api/query-client.ts';
import LandingRedirect from '../../shell/guards/landing-redirect.tsx';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import type { CardEntry } from '../card/card-entry.ts';
import { CardForm, type OpenPayment, PaymentSummary } from '../card/card-form.tsx';
import { PaymentDone, PaymentFailure, SupportLinks } from '../card/outcome.tsx';
import type { CheckoutProblem, CheckoutSetupFailure } from './failure-words.ts';
import { type CheckoutRequest, purposeOf, readCheckoutRequest } from './request.ts';
import { useCheckoutPayment, useCheckoutSetup } from './use-checkout.ts';

/** Takes the payment that the query asks for. Without an amount it redirects to the landing page (PAY-4). */
export default function CheckoutPage() {
  const request = readCheckoutRequest(useSearch({ strict: false }));
  if (!request) return <LandingRedirect />;
  const { amount, pickupId, serviceType } = request;
  return <Checkout key={`${amount} ${pickupId} ${serviceType}`} request={request} />;
}

function Checkout({ request }: { request: CheckoutRequest }) {
  const { setup, retry } = useCheckoutSetup(request);
  const { phase, problem, pay } = useCheckoutPayment(retry);
  const purpose = useCheckoutPurpose(request);
  return (
    <Page title="Secure Checkout" back="/dashboard" width="narrow">
      {phase === 'success' ? (
        // Shown for two seconds before the redirect home.
        <PaymentDone title="Payment Successful!">
          <p className="mt-2 text-lg text-soft">Thank you. You paid {moneyText(request.amount)}. Taking you home...</p>
        </PaymentDone>
      ) : phase === 'refundedAutomatically' && problem ? (
        <CheckoutFailure failure={problem} onRetry={retry} />
      ) : setup.state === 'failed' ? (
        <CheckoutFailure failure={setup.failure} onRetry={retry} />
      ) : (
        <>
          <p className="mb-4 text-lg text-soft">Complete your trash pickup payment</p>
          <Card>
            <PaymentSummary amount={request.amount} purpose={purpose} />
            {setup.state === 'pending' ? (
              <p role="status" className="flex min-h-72 flex-col items-center justify-center gap-4 text-lg text-soft">
                <Spinner className="size-8 text-azure" />
                Setting up secure payment...
              </p>
            ) : (
              <CheckoutForm
                amount={request.amount}
                payment={setup.payment}
                problem={problem}
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

const upcoming = read(listPickups, { query: { status: 'pending,assigned', sort: 'oldest', limit: '50' } });

/** What is being paid for: describes the pickup if it is among the upcoming ones, otherwise goes by the query. */
function useCheckoutPurpose(request: CheckoutRequest): string {
  const { data, isLoading } = useQuery({ ...upcoming, enabled: request.pickupId !== undefined });
  const pickup = data?.find(({ id }) => id === request.pickupId);
  if (!pickup?.scheduledDate) return isLoading ? '' : purposeOf(request);
  return `${bagsText(pickup.bagCount)} on ${formatDateKey(dateKeyOf(new Date(pickup.scheduledDate)))}`;
}

interface CheckoutFormProps {
  amount: string;
  payment: OpenPayment;
  problem: CheckoutProblem | null;
  busy: boolean;
  onPay: (card: CardEntry) => void;
}

function CheckoutForm({ amount, payment, problem, busy, onPay }: CheckoutFormProps) {
  const formId = useId();
  return (
    <>
      {problem && (
        <PaymentFailure message={problem.title} detail={[problem.message, problem.hint].filter(Boolean).join(' ')} />
      )}
      <h2 className="mb-3 flex items-center gap-2 text-xl">
        <LockKeyhole className="size-5 shrink-0 text-azure" aria-hidden="true" />
        Card details
      </h2>
      <CardForm id={formId} payment={payment} returnPath="/checkout/success" onPay={onPay} />
      <Button type="submit" form={formId} className="mt-6 w-full" busy={busy} busyLabel="Processing payment...">
        Pay {moneyText(amount)}
      </Button>
      <p role="status" className="sr-only">
        {busy && 'Processing payment'}
      </p>
    </>
  );
}

function CheckoutFailure({ failure, onRetry }: { failure: CheckoutSetupFailure; onRetry: () => void }) {
  const { title, message, reason, isPaid, canRetry } = failure;
  return (
    <div role={isPaid ? 'status' : 'alert'}>
      <EmptyState
        title={title}
        art={<EmptyStoop />}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={() => location.assign('/')}>Return Home</Button>
            {canRetry && (
              <Button variant="outline" onClick={onRetry}>
                Try again
              </Button>
            )}
          </div>
        }
      >
        <p>{message}</p>
        {reason && <p className="mt-2 break-words font-semibold text-ink">{reason}</p>}
        {!isPaid && (
          <p className="mt-2">
            <SupportLinks />
          </p>
        )}
      </EmptyState>
    </div>
  );
}
