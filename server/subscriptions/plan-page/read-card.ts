import type { PlanCard } from '../../external/payments/payment-provider.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { SubscriptionRow } from '../subscriptions.store.ts';

/** The longest time that a page waits for the payment provider. */
const mostMs = 2_500;

/**
 * Returns the card that the plan is charged to; null if there is none, undefined if the payment provider is unavailable
 * or slow.
 */
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

/** Rejects with a 503 Refusal when the work takes longer than `ms`. */
async function withinMs<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal(503, 'The payment provider took too long')), ms);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
