import type { PaymentProvider } from '../../external/payments/payment-provider.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { SubscriptionRow } from '../store.ts';
import { findPayerId } from './store.ts';

/** What only the payment provider knows of a plan. */
export interface ProviderFacts {
  readonly card: Awaited<ReturnType<PaymentProvider['cardOf']>>;
  /** What the customer has left there, in cents; negative when a remainder is owed. */
  readonly creditCents: number;
}

/** A page waits no longer for the provider. */
export const providerWaitMs = 2_500;

/** Reads the card and the credit; null when the provider is unavailable or slow. */
export async function readProviderFacts(
  { db, payments, log }: Pick<Services, 'db' | 'payments' | 'log'>,
  { id, customerId, stripeSubscriptionId, status }: SubscriptionRow,
): Promise<ProviderFacts | null> {
  const payerId = await findPayerId(db, customerId);
  const card = status === 'cancelled' ? null : payments.cardOf(stripeSubscriptionId);
  const facts = Promise.all([card, payerId === null ? 0 : payments.creditOf(payerId)]);
  try {
    const [ofPlan, creditCents] = await withinMs(providerWaitMs, facts);
    return { card: ofPlan, creditCents };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.warn({ err: error, subscriptionId: id }, 'showed a plan without its card and credit');
    return null;
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
