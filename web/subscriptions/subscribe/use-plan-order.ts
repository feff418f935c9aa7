import { useState } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { loadOrder, newOrder, type PlanOrder, saveOrder } from './plan-order.ts';

/** The order of this customer: the stored one, or a new one. */
export function usePlanOrder(customer: User) {
  const [order, setOrder] = useState<PlanOrder>(() => loadOrder(customer.id) ?? newOrder(customer));
  return {
    order,
    change: (changes: Partial<PlanOrder>) => setOrder((current) => ({ ...current, ...changes })),
    /** Changes it and keeps it beyond this page. */
    remember(changes: Partial<PlanOrder>) {
      const next = { ...order, ...changes };
      saveOrder(next);
      setOrder(next);
    },
  };
}
