import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { SettingUp } from '../../payments/card-update/setting-up.tsx';
import { Page } from '../../shell/page.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { preloadToaster } from '../../ui/toast/toast-region.tsx';
import { useLiveSubscription } from '../use-live-subscription.ts';
import { AlreadySubscribed } from './already-subscribed.tsx';
import { PaymentStep } from './payment-step.tsx';
import { PlanStep } from './plan-step.tsx';
import { SubscribeSkeleton } from './skeleton.tsx';
import { Subscribed } from './subscribed.tsx';
import { Unactivated } from './unactivated.tsx';
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
    // What is being bought does not give way to what is read again meanwhile.
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

/** Another screen takes the focus, but not the first one, where the browser has just arrived. */
function useFocusOnScreen(screen: string): void {
  const last = useRef(screen);
  useEffect(() => {
    if (last.current !== screen) document.getElementById('main')?.focus({ preventScroll: true });
    last.current = screen;
  }, [screen]);
}
