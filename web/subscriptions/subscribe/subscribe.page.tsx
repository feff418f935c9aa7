import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { PaymentDone, SupportLinks } from '../../payments/card/outcome.tsx';
import { SettingUp } from '../../payments/card-update/setting-up.tsx';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { preloadToaster } from '../../ui/toast/toast-region.tsx';
import { firstPickupsText } from '../plan-words.ts';
import { useLiveSubscription } from '../use-live-subscription.ts';
import { AlreadySubscribed } from './already-subscribed.tsx';
import { FailureNotice } from './failure-notice.tsx';
import type { SubscribeFailure } from './failures.ts';
import { PaymentStep } from './payment-step.tsx';
import type { PlanOrder } from './plan-order.ts';
import { PlanStep } from './plan-step.tsx';
import { useSubscribe } from './use-subscribe.ts';

/** Buying a monthly plan (PLAN-1). */
export default function SubscribePage() {
  const visitor = useCurrentUser();
  return visitor.state === 'signed-in' ? <Subscribe customer={visitor.user} /> : null;
}

function Subscribe({ customer }: { customer: User }) {
  const { step } = useSearch({ strict: false });
  const navigate = useNavigate();
  const subscription = useLiveSubscription();
  const purchase = useSubscribe(customer);
  const { order, setup, phase, failure } = purchase;
  const isPayment = step === 'payment' && order.subscriptionId !== undefined;
  const isBusy = phase === 'paying';
  const isUnactivated = phase === 'unactivated' || phase === 'retrying';
  useEffect(preloadToaster, []);
  useFocusOnScreen(isUnactivated ? 'unactivated' : isPayment ? 'payment' : 'plans');

  const toStep = (isOpen: boolean) => {
    if (isOpen && !isPayment) void navigate({ to: '/subscribe', search: { step: 'payment' } });
    if (!isOpen && isPayment) void navigate({ to: '/subscribe', search: {}, replace: true });
  };
  const content = () => {
    if (phase === 'active') return <Subscribed order={order} />;
    if (isUnactivated)
      return <Unactivated failure={failure} busy={phase === 'retrying'} onRetry={purchase.retryActivation} />;
    if (phase === 'checking') return <SettingUp key="checking">Checking your payment...</SettingUp>;
    // A purchase in progress is not interrupted by a refetch.
    if (!isBusy && subscription.live) return <AlreadySubscribed subscription={subscription.live} />;
    if (subscription.isLoading)
      return isPayment ? <SettingUp key="loading">{settingUp}</SettingUp> : <SubscribeSkeleton />;
    if (subscription.isError) {
      // No plan is sold to a customer who may have one already.
      return (
        <LoadError
          title="We could not load the plans"
          message="Check your connection and try again."
          art={<EmptyStoop />}
          onRetry={() => void subscription.refetch()}
          isRetrying={subscription.isFetching}
        />
      );
    }
    if (!isPayment)
      return (
        <PlanStep
          order={order}
          hasAddress={Boolean(customer.address?.trim())}
          failure={failure}
          busy={phase === 'setting-up'}
          onChange={purchase.choose}
          onContinue={() => purchase.setUp(toStep)}
        />
      );
    if (!setup)
      return (
        <SettingUp key="start" onStart={() => purchase.setUp(toStep)}>
          {settingUp}
        </SettingUp>
      );
    return (
      <PaymentStep
        customer={customer}
        order={order}
        setup={setup}
        failure={failure}
        busy={isBusy}
        onPay={purchase.pay}
        onRefused={purchase.fail}
        onType={purchase.clearFailure}
      />
    );
  };

  const isPaying = isPayment && phase !== 'active' && !subscription.live;
  return (
    <Page
      title={isPaying ? 'Complete Subscription' : 'Monthly plans'}
      {...(phase !== 'active' && { back: isPaying ? '/subscribe' : '/dashboard' })}
    >
      {content()}
    </Page>
  );
}

const settingUp = 'Setting up secure payment...';

/** Moves the focus to the content when the screen changes, but not on the first render. */
function useFocusOnScreen(screen: string): void {
  const last = useRef(screen);
  useEffect(() => {
    if (last.current !== screen) document.getElementById('main')?.focus({ preventScroll: true });
    last.current = screen;
  }, [screen]);
}

function SubscribeSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading plans</span>
      <Skeleton className="mb-5 h-6 w-72 max-w-full" />
      <Skeleton className="mb-3 h-6 w-28" />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-60 rounded-card lg:h-80" />
        ))}
      </div>
    </div>
  );
}

/** How long the success shows (PLAN-2). */
const returnMs = 3000;

/** The plan is active. After a moment a full page load goes home. */
function Subscribed({ order }: { order: PlanOrder }) {
  const plan = planOf(order.packageType);
  useEffect(() => {
    const timer = setTimeout(() => location.assign('/'), returnMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <PaymentDone title="Subscription Active!">
      <p className="mt-2 text-lg text-soft">
        Your plan is {plan.name}. {plan.fixedDays ? 'First pickups: ' : 'First pickup: '}
        <span className="font-semibold text-ink">{firstPickupsText(plan, order, new Date())}</span>.
      </p>
      <a href="/" className={buttonClass('outline', 'md', 'mt-6')}>
        Go to your dashboard
      </a>
    </PaymentDone>
  );
}

interface UnactivatedProps {
  failure: SubscribeFailure | null;
  busy: boolean;
  onRetry: () => void;
}

/** Paid, but the plan is not active: activation can be retried without paying again. */
function Unactivated({ failure, busy, onRetry }: UnactivatedProps) {
  return (
    <Card className="mx-auto max-w-xl space-y-5">
      <div>
        <h2 className="text-2xl">Your payment went through</h2>
        <p className="mt-1.5 text-soft">The only step left is starting your plan. You will not be charged again.</p>
      </div>
      {failure && <FailureNotice failure={failure} />}
      <Button className="w-full" busy={busy} busyLabel="Activating your plan..." onClick={onRetry}>
        Try again
      </Button>
      <p className="text-soft">
        Or reach us at <SupportLinks />.
      </p>
    </Card>
  );
}
