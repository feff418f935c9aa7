import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { type AwaitingPlan, getAwaitingPlan } from '../../../contract/import.ts';
import type { Subscription } from '../../../contract/subscriptions.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { daysText } from '../../../contract/values/time/service-days.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { read } from '../../api/query-client.ts';
import { serverNow } from '../../api/server-clock.ts';
import { PaymentDone, SettingUp, SupportLinks } from '../../payments/card/outcome.tsx';
import { useHoldWhilePaying } from '../../payments/card/use-hold-while-paying.ts';
import { instantDayText } from '../../pickups/pickup-words.ts';
import { Page } from '../../shell/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Scene } from '../../ui/street/scene.tsx';
import { Money } from '../../ui/text/money.tsx';
import { firstPickupsText } from '../plan-words.ts';
import { useLiveSubscription } from '../use-live-subscription.ts';
import { FailureNotice } from './failure-notice.tsx';
import type { SubscribeFailure } from './failures.ts';
import { PaymentStep } from './payment-step.tsx';
import type { PlanOrder } from './plan-order.ts';
import { PlanStep } from './plan-step.tsx';
import { useSubscribe } from './use-subscribe.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if the payment step of /subscribe was opened from the plan choice, which is the entry before it. */
    isAfterPlans?: boolean;
  }
}

/** The page that sells a monthly plan (PLAN-1). */
export default function SubscribePage() {
  const visitor = useCurrentUser();
  const imported = useQuery({ ...read(getAwaitingPlan), staleTime: 0, gcTime: 0 });
  if (visitor.state !== 'signed-in') return null;
  if (imported.isPending) {
    return (
      <Page title="Monthly plans" back="/dashboard">
        <SubscribeSkeleton />
      </Page>
    );
  }
  // If there is no response, the customer chooses without an imported plan.
  return <Subscribe customer={visitor.user} imported={imported.data ?? null} />;
}

function Subscribe({ customer, imported }: { customer: User; imported: AwaitingPlan | null }) {
  const { step } = useSearch({ strict: false });
  const { isAfterPlans } = useLocation({ select: ({ state }) => state });
  const { history } = useRouter();
  const navigate = useNavigate();
  const subscription = useLiveSubscription();
  const purchase = useSubscribe(customer, imported);
  const { order, setup, phase, failure } = purchase;
  const isPayment = step === 'payment' && order.subscriptionId !== undefined;
  const isBusy = phase === 'paying';
  const isUnactivated = phase === 'unactivated' || phase === 'retrying';
  useHoldWhilePaying(isBusy);
  useFocusOnScreen(isUnactivated ? 'unactivated' : isPayment ? 'payment' : 'plans');

  const toStep = (isOpen: boolean) => {
    if (isOpen && !isPayment)
      void navigate({ to: '/subscribe', search: { step: 'payment' }, state: { isAfterPlans: true } });
    if (!isOpen && isPayment) void navigate({ to: '/subscribe', search: {}, replace: true });
  };
  const content = () => {
    if (phase === 'active') return <Subscribed order={order} />;
    if (isUnactivated)
      return <Unactivated failure={failure} busy={phase === 'retrying'} onRetry={purchase.retryActivation} />;
    if (phase === 'checking') return <SettingUp key="checking">Checking your payment...</SettingUp>;
    // A refetch must not interrupt a purchase in progress.
    if (!isBusy && subscription.live) return <AlreadySubscribed subscription={subscription.live} />;
    if (subscription.isLoading)
      return isPayment ? <SettingUp key="loading">{settingUp}</SettingUp> : <SubscribeSkeleton />;
    if (subscription.isError) {
      // The customer may already have a plan. Until that is known, no plan is offered.
      return (
        <LoadError
          title="We couldn't load the plans"
          message="Check your connection and try again."
          art={<Scene name="error" />}
          onRetry={() => void subscription.refetch()}
          isRetrying={subscription.isFetching}
        />
      );
    }
    if (!isPayment)
      return (
        <PlanStep
          email={customer.email}
          order={order}
          imported={imported}
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
      {...(isPaying && isAfterPlans && { onBack: () => history.back() })}
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

/** Shows that the plan is active. After a moment, a full page load goes to the home page. */
function Subscribed({ order }: { order: PlanOrder }) {
  const plan = planOf(order.packageType);
  useEffect(() => {
    // Replaces this page, so that the Back button doesn't lead to a finished payment.
    const timer = setTimeout(() => location.replace('/'), returnMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <PaymentDone title="Subscription Active!" scene="plan">
      <p className="mt-2 text-lg text-soft">
        <span>{`Your plan is ${plan.name}. ${plan.fixedDays ? 'First pickups: ' : 'First pickup: '}`}</span>
        <span className="font-semibold text-ink">{firstPickupsText(plan, order, serverNow())}</span>
        <span>.</span>
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

/** Shows that the payment succeeded but the plan isn't active. The activation can be retried without paying again. */
function Unactivated({ failure, busy, onRetry }: UnactivatedProps) {
  return (
    <Card className="mx-auto max-w-xl space-y-5">
      <div>
        <h2 className="text-2xl">Your payment went through</h2>
        <p className="mt-1.5 text-soft">The only step left is starting your plan. You won't be charged again.</p>
      </div>
      {failure && <FailureNotice failure={failure} />}
      <Button className="w-full" busy={busy} busyLabel="Activating your plan..." onClick={onRetry}>
        Try again
      </Button>
      <p className="text-soft">
        <span>Or reach us at </span>
        <SupportLinks />
        <span>.</span>
      </p>
    </Card>
  );
}

/** Shown to a customer who already has a plan, because only one is allowed. */
function AlreadySubscribed({ subscription }: { subscription: Subscription }) {
  const { packageType, status, pickupDays, bagCountLimit, pricePerMonth, nextPickupDate } = subscription;
  const isPaused = status === 'paused';
  return (
    <Card className="mx-auto max-w-2xl overflow-hidden sm:flex sm:items-stretch sm:gap-6 sm:p-6">
      <Scene
        name="plan"
        className="-mx-4 -mt-4 mb-5 w-[calc(100%+2rem)] max-w-none shrink-0 rounded-none! sm:order-2 sm:-mr-6 sm:mt-4 sm:-mb-6 sm:ml-0 sm:w-64 sm:self-end sm:rounded-tl-card!"
      />
      <div className="grow">
        <div className="flex flex-wrap items-center justify-between gap-2 sm:justify-start sm:gap-3">
          <h2 className="text-2xl">You have a plan</h2>
          <Badge tone={isPaused ? 'maize' : 'leaf'}>{isPaused ? 'Paused' : 'Active'}</Badge>
        </div>
        <p className="mt-3 font-bold font-display text-xl">{planOf(packageType).name}</p>
        <p className="text-soft">
          <Money amount={pricePerMonth} />
          <span> per month</span>
        </p>
        {pickupDays.length > 0 && (
          <p className="mt-2 text-soft">{`Every ${daysText(pickupDays)}, up to ${bagCountLimit} bags`}</p>
        )}
        <p className="mt-2 font-semibold">
          {isPaused
            ? 'No pickups while paused'
            : `Next pickup: ${instantDayText(nextPickupDate, serverNow(), 'date to be set')}`}
        </p>
        <div className="mt-5 flex flex-wrap gap-2">
          <Link to="/plan" className={buttonClass('primary', 'md', 'w-full sm:w-auto')}>
            Manage plan
          </Link>
          <Link to="/dashboard" className={buttonClass('outline', 'md', 'w-full sm:w-auto')}>
            Back to your dashboard
          </Link>
        </div>
      </div>
    </Card>
  );
}
