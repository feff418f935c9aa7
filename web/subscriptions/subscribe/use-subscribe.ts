import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { User } from '../../../contract/accounts.ts';
import type { CallResult } from '../../../contract/endpoint.ts';
import type { AwaitingPlan } from '../../../contract/import.ts';
import { confirmSubscriptionPayment, createSubscription, getSubscription } from '../../../contract/subscriptions.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { call } from '../../api/call.ts';
import { shownTerms } from '../../api/client-settings.ts';
import { type CardEntry, patience } from '../../payments/card/card-entry.ts';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { toast } from '../../ui/toast/toast.ts';
import {
  activationFailure,
  payingFailure,
  paymentFailure,
  problemFailure,
  type SubscribeFailure,
  setupFailure,
} from './failures.ts';
import { loadOrder, type PlanOrder, removeOrder, saveOrder } from './plan-order.ts';

/** Runs the purchase of a plan, from the choice to the active plan (PLAN-4). Nothing is charged twice. */
export function useSubscribe(customer: User, imported: AwaitingPlan | null) {
  const state = useSubscribeState(customer, imported);
  const { order, setup, save, begin, fail } = state;
  const once = useOnce();

  const open = async (): Promise<boolean> => {
    try {
      const result = await setUpPlan(order);
      state.setSetup(result);
      save({ subscriptionId: result.subscriptionId });
      return true;
    } catch (error) {
      fail(setupFailure(error));
      return false;
    }
  };
  /** Returns the failure, or null if the plan is active. */
  const activate = async (): Promise<SubscribeFailure | null> => {
    const subscriptionId = setup?.subscriptionId ?? order.subscriptionId ?? '';
    const failure = await activatePlan({ ...order, subscriptionId });
    if (!failure) state.succeed();
    // The plan wasn't paid after all, so go back to the form.
    else if (failure.next === 'form') save({ isSubmitted: undefined, isPaid: undefined });
    // The payment is being refunded, so go back to the plan choice.
    else if (failure.next === 'new-payment') {
      save({ isSubmitted: undefined, isPaid: undefined, subscriptionId: undefined });
      state.setSetup(null);
    }
    return failure;
  };

  const resume = useEffectEvent(() => {
    if (state.phase !== 'checking') return;
    void once(async () => {
      const failure = await activate();
      if (failure && (order.isPaid || failure.next === 'new-payment')) fail(failure);
      // The card may have been charged, but paying again is safe, so show the screen where the customer was.
      else if (failure) state.setPhase('open');
    });
  });
  useEffect(() => resume(), []);

  return {
    ...state,
    /** Sets up the first payment of the chosen plan. */
    setUp: (onDone: (isOpen: boolean) => void) =>
      once(async () => {
        begin('setting-up');
        const isOpen = await open();
        state.setPhase('open');
        onDone(isOpen);
      }),
    pay: (card: CardEntry) =>
      once(async () => {
        begin('paying');
        const problem = await checkCard(card);
        if (problem) return fail(problem);
        save({ isSubmitted: true });
        const refusal = await payPlan(card);
        if (!refusal) {
          save({ isSubmitted: true, isPaid: true });
          const failure = await activate();
          if (failure) fail(failure);
          return;
        }
        if (refusal.title === 'Payment Failed') save({ isSubmitted: undefined });
        fail(refusal);
        if (refusal.next === 'new-payment') await open();
      }),
    /** Activates a plan that is already paid. */
    retryActivation: () =>
      once(async () => {
        begin('retrying');
        const failure = await activate();
        if (failure) fail(failure);
      }),
  };
}

/**
 * `checking`: a card was submitted before this page loaded, and the server is asked for the outcome. `unactivated`: the
 * plan is paid but not active yet. `retrying`: the activation is being retried.
 */
type SubscribePhase = 'checking' | 'open' | 'setting-up' | 'paying' | 'unactivated' | 'retrying' | 'active';

/** Returns the state of a plan purchase and its transitions. */
function useSubscribeState(customer: User, imported: AwaitingPlan | null) {
  const cache = useQueryClient();
  const [order, setOrder] = useState<PlanOrder>(() => loadOrder(customer, imported));
  const [setup, setSetup] = useState<PlanSetup | null>(null);
  const [phase, setPhase] = useState<SubscribePhase>(order.isSubmitted ? 'checking' : 'open');
  const [failure, setFailure] = useState<SubscribeFailure | null>(null);
  /** Deletes the local order, because from now on the server's subscription counts. */
  const discardOrder = () => {
    removeOrder();
    void cache.invalidateQueries({ queryKey: [getSubscription.path] });
  };
  return {
    ...{ order, setup, setSetup, phase, setPhase, failure },
    /** Changes the order and stores it. */
    save(changes: Partial<PlanOrder>) {
      const next = { ...order, ...changes };
      saveOrder(next);
      setOrder(next);
    },
    clearFailure: () => setFailure(null),
    begin(next: SubscribePhase) {
      setPhase(next);
      setFailure(null);
    },
    /** Shows the failure in a toast, and next to the retry button unless its field shows it. */
    fail(next: SubscribeFailure) {
      setFailure(next.isAtField ? null : next);
      toast(next);
      setPhase(next.next === 'unactivated' ? 'unactivated' : 'open');
      if (next.next === 'subscribed') discardOrder();
    },
    succeed() {
      toast({ title: 'Subscription Activated!', description: `Your plan: ${planOf(order.packageType).name}.` });
      setPhase('active');
      discardOrder();
    },
    /** Changes the order. The payment must then be set up again. */
    choose(changes: Partial<PlanOrder>) {
      setOrder((current) => ({ ...current, ...changes }));
      setSetup(null);
      setFailure(null);
    },
  };
}

/** A plan that is waiting for its first payment. */
export type PlanSetup = CallResult<typeof createSubscription>;

/** Sets up the first payment. Safe to repeat. Throws the server's error, or an Error if there is no client secret. */
async function setUpPlan({ packageType, preferredDay, preferredTime, address }: PlanOrder): Promise<PlanSetup> {
  const body = {
    packageType,
    preferredDay,
    preferredTime,
    ...(address.trim() && { address }),
    shownTerms: shownTerms(),
  };
  const setup = await call(createSubscription, { body, signal: patience() });
  if (!setup.clientSecret) throw new Error('no client secret received');
  return setup;
}

/** Returns null if the card form is ready to be charged, otherwise the failure to show. */
function checkCard(card: CardEntry): Promise<SubscribeFailure | null> {
  return card.check().then((problem) => problem && problemFailure(problem), payingFailure);
}

/** Charges the card. Returns null if the payment succeeded, otherwise the failure to show. */
function payPlan(card: CardEntry): Promise<SubscribeFailure | null> {
  return card.charge().then(paymentFailure, payingFailure);
}

type PaidPlan = Pick<PlanSetup, 'subscriptionId'> & Pick<PlanOrder, 'packageType' | 'preferredDay' | 'preferredTime'>;

/** Activates the paid plan. Safe to repeat. Returns null if the plan is active, otherwise the failure to show. */
async function activatePlan(paid: PaidPlan): Promise<SubscribeFailure | null> {
  const { subscriptionId, packageType, preferredDay, preferredTime } = paid;
  try {
    const { success } = await call(confirmSubscriptionPayment, {
      body: { subscriptionId, packageType, preferredDay, preferredTime },
      signal: patience(),
    });
    return success ? null : activationFailure(undefined, subscriptionId);
  } catch (error) {
    return activationFailure(error, subscriptionId);
  }
}
