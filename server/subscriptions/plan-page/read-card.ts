import type { PlanCard } from '../../external/payments/payment-provider.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { SubscriptionRow } from '../store.ts';

/** A page waits no longer for the payment provider. */
const mostMs = 2_500;

/** What the plan is charged to; undefined when the payment provider is unavailable or slow, null without a card. */
export async function readCard(
  { payments, log }: Pick<Services, 'payments' | 'log'>,
  { id, stripeSubscriptionId, status }: SubscriptionRow,
): Promise<PlanCard | null | undefined> {
  if (status === 'cancelled') return null;
  try {
    return await withinMs(mostMs, payments.cardOf(stripeSubscriptionId));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.warn({ err: error, subscriptionId: id }, 'showed a plan without its card');
    return undefined;
  }
}

/** Rejects with a 503 Refusal when the work takes longer. */
async function withinMs<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal(503, 'The payment provider took too long')), ms);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
