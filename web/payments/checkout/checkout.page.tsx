import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import { useId } from 'react';
import { listPickups } from '../../../contract/pickups/lists.ts';
import { bagsText } from '../../../contract/pickups.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { read } from '../../api/query-client.ts';
import LandingRedirect from '../../shell/guards/landing-redirect.tsx';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Scene } from '../../ui/street/scene.tsx';
import { moneyText } from '../../ui/text/money-text.ts';
import type { CardEntry, CardProblem } from '../card/card-entry.ts';
import { CardForm, type OpenPayment, PaymentSummary } from '../card/card-form.tsx';
import { PaymentDone, PaymentFailure, SupportLinks } from '../card/outcome.tsx';
import type { CheckoutSetupFailure } from './failure-words.ts';
import { type CheckoutRequest, purposeOf, readCheckoutRequest } from './request.ts';
import { useCheckoutPayment, useCheckoutSetup } from './use-checkout.ts';
import { type WithoutPickup, withoutPickup } from './without-pickup.ts';

/** Takes the payment that the query requests. If the amount is invalid, redirects to the landing page (PAY-4). */
export default function CheckoutPage() {
  const request = readCheckoutRequest(useSearch({ strict: false }));
  if (!request) return <LandingRedirect />;
  const { amount, pickupId, serviceType } = request;
  return <Checkout key={`${amount} ${pickupId} ${serviceType}`} request={request} />;
}

function Checkout({ request }: { request: CheckoutRequest }) {
  const { setup, retry } = useCheckoutSetup(request);
  const words = withoutPickup(request);
  const { phase, problem, pay, refuse } = useCheckoutPayment(retry, words?.next);
  const purpose = useCheckoutPurpose(request);
  const problemId = useId();
  return (
    <Page title="Secure Checkout" back="/dashboard" narrow>
      {phase === 'success' ? (
        // Shown for two seconds before the redirect home.
        <PaymentDone title="Payment Successful!" scene="paid">
          <p className="mt-2 text-lg text-soft">{`Thank you. You paid ${moneyText(request.amount)}. Taking you home...`}</p>
          {words && <p className="mt-2 text-lg">{words.next}</p>}
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
            {words && <NotForAPickup {...words} />}
            {problem && (
              <PaymentFailure
                id={problemId}
                message={problem.title}
                detail={[problem.message, problem.hint].filter(Boolean).join(' ')}
                isToasted
              />
            )}
            {setup.state === 'pending' ? (
              <p role="status" className="flex min-h-72 flex-col items-center justify-center gap-4 text-lg text-soft">
                <Spinner className="size-8 text-azure" />
                <span>Setting up secure payment...</span>
              </p>
            ) : (
              <CheckoutForm
                amount={request.amount}
                payment={setup.payment}
                busy={phase === 'processing'}
                describedBy={problem ? problemId : undefined}
                onPay={(card) => pay(setup.payment.paymentIntentId, card)}
                onInvalid={refuse}
              />
            )}
          </Card>
        </>
      )}
    </Page>
  );
}

const upcoming = read(listPickups, { query: { status: 'pending,assigned', sort: 'oldest', limit: '50' } });

/**
 * Returns what the payment is for: the pickup's description if it is among the upcoming ones,
 * else a text from the query.
 */
function useCheckoutPurpose(request: CheckoutRequest): string {
  const { data, isLoading } = useQuery({ ...upcoming, enabled: request.pickupId !== undefined });
  const pickup = data?.find(({ id }) => id === request.pickupId);
  if (!pickup?.scheduledDate) return isLoading ? '' : purposeOf(request);
  return `${bagsText(pickup.bagCount)} on ${formatDateKey(dateKeyOf(new Date(pickup.scheduledDate)))}`;
}

interface CheckoutFormProps {
  amount: string;
  payment: OpenPayment;
  busy: boolean;
  describedBy: string | undefined;
  onPay: (card: CardEntry) => void;
  onInvalid: (problem: CardProblem) => void;
}

function CheckoutForm({ amount, payment, busy, describedBy, onPay, onInvalid }: CheckoutFormProps) {
  const formId = useId();
  return (
    <>
      <h2 className="mb-3 flex items-center gap-2 text-xl">
        <LockKeyhole className="size-5 shrink-0 text-azure" aria-hidden="true" />
        <span>Card details</span>
      </h2>
      <CardForm id={formId} payment={payment} returnPath="/checkout/success" onPay={onPay} onInvalid={onInvalid} />
      <Button
        type="submit"
        form={formId}
        className="mt-6 w-full"
        busy={busy}
        busyLabel="Processing payment..."
        aria-describedby={describedBy}
      >
        {`Pay ${moneyText(amount)}`}
      </Button>
      <p role="status" className="sr-only">
        {busy && 'Processing payment'}
      </p>
    </>
  );
}

/** Says before the payment that it buys no pickup or plan, and where to buy one instead. */
function NotForAPickup({ title, text, instead }: WithoutPickup) {
  return (
    <section
      aria-labelledby="without-pickup"
      className="mb-5 rounded-card border border-maize-deep/60 bg-maize-wash p-3.5"
    >
      <h2 id="without-pickup" className="text-lg">
        {title}
      </h2>
      <p className="mt-1 leading-snug">{text}</p>
      <Link
        to={instead.to}
        search={instead.to === '/dashboard' ? { book: '1' } : {}}
        className="-mb-2 inline-flex min-h-11 items-center font-semibold text-azure underline underline-offset-4"
      >
        {instead.label}
      </Link>
    </section>
  );
}

function CheckoutFailure({ failure, onRetry }: { failure: CheckoutSetupFailure; onRetry: () => void }) {
  const { title, message, reason, isPaid, canRetry } = failure;
  return (
    // A failure has no role here, because a toast announces it.
    <div role={isPaid ? 'status' : undefined}>
      <EmptyState
        title={title}
        art={<Scene name={isPaid ? 'paid' : 'error'} />}
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
