import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { getSubscription } from '../../../contract/subscriptions.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { SubscribeFailure } from './failures.ts';
import type { PlanSetup } from './pay-plan.ts';
import { type PlanOrder, removeOrder } from './plan-order.ts';
import { usePlanOrder } from './use-plan-order.ts';

/**
 * `checking`: a card was sent before this page was loaded, and the server is asked what became of it. `unactivated`: paid,
 * but the plan does not run yet; `retrying`: it is started once more.
 */
export type SubscribePhase = 'checking' | 'open' | 'setting-up' | 'paying' | 'unactivated' | 'retrying' | 'active';

/** Where the purchase of a plan stands, and how it gets from one place to the next. */
export function useSubscribeState(customer: User) {
  const cache = useQueryClient();
  const { order, change, remember } = usePlanOrder(customer);
  const [setup, setSetup] = useState<PlanSetup | null>(null);
  const [phase, setPhase] = useState<SubscribePhase>(order.isSubmitted ? 'checking' : 'open');
  const [failure, setFailure] = useState<SubscribeFailure | null>(null);
  /** The order is history: what the server has counts from now on. */
  const leaveToServer = () => {
    removeOrder();
    void cache.invalidateQueries({ queryKey: [getSubscription.path] });
  };
  return {
    order,
    remember,
    setup,
    setSetup,
    phase,
    setPhase,
    failure,
    clearFailure: () => setFailure(null),
    begin(next: SubscribePhase) {
      setPhase(next);
      setFailure(null);
    },
    /** Says what went wrong, in a toast and where it can be tried again. */
    fail(trouble: SubscribeFailure) {
      setFailure(trouble);
      toast(trouble);
      setPhase(trouble.next === 'unactivated' ? 'unactivated' : 'open');
      if (trouble.next === 'subscribed') leaveToServer();
    },
    succeed() {
      toast({ title: 'Subscription Activated!', description: `You are on ${planOf(order.packageType).name}.` });
      setPhase('active');
      leaveToServer();
    },
    /** Another plan or another wish: what was set up for the last one no longer holds. */
    choose(changes: Partial<PlanOrder>) {
      change(changes);
      setSetup(null);
      setFailure(null);
    },
  };
}
