import { useEffect } from 'react';
import type { User } from '../../../contract/accounts.ts';
import type { CardEntry } from '../../payments/card/card-entry.ts';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { type SubscribeFailure, setupFailure } from './failures.ts';
import { activatePlan, checkCard, payPlan, setUpPlan } from './pay-plan.ts';
import { useSubscribeState } from './state.ts';

/** Buying a plan, from the choice to the plan that runs (PLAN-4). Nothing is paid twice. */
export function useSubscribe(customer: User) {
  const state = useSubscribeState(customer);
  const { order, setup, remember, begin, fail } = state;
  const once = useOnce();

  const open = async (): Promise<boolean> => {
    try {
      const answer = await setUpPlan(order);
      state.setSetup(answer);
      remember({ subscriptionId: answer.subscriptionId });
      return true;
    } catch (error) {
      fail(setupFailure(error));
      return false;
    }
  };
  /** Answers what went wrong, null when the plan runs. */
  const activate = async (): Promise<SubscribeFailure | null> => {
    const subscriptionId = setup?.subscriptionId ?? order.subscriptionId ?? '';
    const trouble = await activatePlan({ ...order, subscriptionId });
    if (!trouble) state.succeed();
    // Not paid after all: the form is the place to go on.
    else if (trouble.next === 'form') remember({ isSubmitted: undefined, isPaid: undefined });
    // The money goes back: back to the choice of a plan.
    else if (trouble.next === 'new-payment') {
      remember({ isSubmitted: undefined, isPaid: undefined, subscriptionId: undefined });
      state.setSetup(null);
    }
    return trouble;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival.
  useEffect(() => {
    if (state.phase !== 'checking') return;
    void once(async () => {
      const trouble = await activate();
      if (trouble && (order.isPaid || trouble.next === 'new-payment')) fail(trouble);
      // Whether that card was charged is not known, and paying again is safe: back to where the customer was.
      else if (trouble) state.setPhase('open');
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
        remember({ isSubmitted: true });
        const refusal = await payPlan(card);
        if (!refusal) {
          remember({ isSubmitted: true, isPaid: true });
          const trouble = await activate();
          if (trouble) fail(trouble);
          return;
        }
        if (refusal.title === 'Payment Failed') remember({ isSubmitted: undefined });
        fail(refusal);
        if (refusal.next === 'new-payment') await open();
      }),
    /** Starts a plan that is paid already. */
    retryActivation: () =>
      once(async () => {
        begin('retrying');
        const trouble = await activate();
        if (trouble) fail(trouble);
      }),
  };
}
