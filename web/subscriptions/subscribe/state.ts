import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { getSubscription } from '../../../contract/subscriptions.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { SubscribeFailure } from './failures.ts';
import type { PlanSetup } from './pay-plan.ts';
import { loadOrder, newOrder, type PlanOrder, removeOrder, saveOrder } from './plan-order.ts';

/**
 * `checking`: a card was submitted before this page loaded, and the server is asked for the outcome. `unactivated`:
 * paid, but the plan is not active yet. `retrying`: the activation is being retried.
 */
export type SubscribePhase = 'checking' | 'open' | 'setting-up' | 'paying' | 'unactivated' | 'retrying' | 'active';

/** The state of a plan purchase, and its transitions. */
export function useSubscribeState(customer: User) {
  const cache = useQueryClient();
  const { order, change, save } = usePlanOrder(customer);
  const [setup, setSetup] = useState<PlanSetup | null>(null);
  const [phase, setPhase] = useState<SubscribePhase>(order.isSubmitted ? 'checking' : 'open');
  const [failure, setFailure] = useState<SubscribeFailure | null>(null);
  /** Drops the local order: the server's subscription counts from now on. */
  const discardOrder = () => {
    removeOrder();
    void cache.invalidateQueries({ queryKey: [getSubscription.path] });
  };
  return {
    order,
    save,
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
    /** Shows the failure, in a toast and next to the retry button. */
    fail(next: SubscribeFailure) {
      setFailure(next);
      toast(next);
      setPhase(next.next === 'unactivated' ? 'unactivated' : 'open');
      if (next.next === 'subscribed') discardOrder();
    },
    succeed() {
      toast({ title: 'Subscription Activated!', description: `Your plan: ${planOf(order.packageType).name}.` });
      setPhase('active');
      discardOrder();
    },
    /** Changes the order, which invalidates the payment setup. */
    choose(changes: Partial<PlanOrder>) {
      change(changes);
      setSetup(null);
      setFailure(null);
    },
  };
}

/** The customer's stored order, or a new one. */
function usePlanOrder(customer: User) {
  const [order, setOrder] = useState<PlanOrder>(() => loadOrder(customer.id) ?? newOrder(customer));
  return {
    order,
    change: (changes: Partial<PlanOrder>) => setOrder((current) => ({ ...current, ...changes })),
    /** Changes the order and stores it. */
    save(changes: Partial<PlanOrder>) {
      const next = { ...order, ...changes };
      saveOrder(next);
      setOrder(next);
    },
  };
}
