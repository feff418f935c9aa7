import { useEffect } from 'react';
import type { User } from '../../../contract/accounts.ts';
import type { CardEntry } from '../../payments/card/card-entry.ts';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { type SubscribeFailure, setupFailure } from './failures.ts';
import { activatePlan, checkCard, payPlan, setUpPlan } from './pay-plan.ts';
import { useSubscribeState } from './state.ts';

/** Buying a plan, from the choice to the active plan (PLAN-4). Nothing is charged twice. */
export function useSubscribe(customer: User) {
  const state = useSubscribeState(customer);
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
  /** Returns the failure, or null when the plan is active. */
  const activate = async (): Promise<SubscribeFailure | null> => {
    const subscriptionId = setup?.subscriptionId ?? order.subscriptionId ?? '';
    const failure = await activatePlan({ ...order, subscriptionId });
    if (!failure) state.succeed();
    // Not paid after all: back to the form.
    else if (failure.next === 'form') save({ isSubmitted: undefined, isPaid: undefined });
    // Being refunded: back to the plan choice.
    else if (failure.next === 'new-payment') {
      save({ isSubmitted: undefined, isPaid: undefined, subscriptionId: undefined });
      state.setSetup(null);
    }
    return failure;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount.
  useEffect(() => {
    if (state.phase !== 'checking') return;
    void once(async () => {
      const failure = await activate();
      if (failure && (order.isPaid || failure.next === 'new-payment')) fail(failure);
      // Unknown whether the card was charged, but paying again is safe: back to where the customer was.
      else if (failure) state.setPhase('open');
    });
  }, []);

  return {
    ...state,
    /** Opens the first payment of the chosen plan. */
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
