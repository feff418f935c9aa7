import type { Services } from '../../services.ts';
import { findAdminSubscription, type SubscriptionRow } from '../subscriptions.store.ts';

export interface Owed {
  /** The sum of the unpaid months, each at the price it was billed at. */
  owedCents: number;
  /**
   * The provider's page of the oldest unpaid month, where the customer can confirm its payment with the bank; null
   * if there is none.
   */
  payUrl: string | null;
}

/** Returns what a plan owes at the provider. */
export async function readOwed(
  { payments }: Pick<Services, 'payments'>,
  { stripeSubscriptionId }: Pick<SubscriptionRow, 'stripeSubscriptionId'>,
): Promise<Owed> {
  const open = (await payments.listInvoices(stripeSubscriptionId)).filter(({ status }) => status === 'open');
  const owedCents = open.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { owedCents, payUrl: open.at(-1)?.payUrl ?? null };
}

/** What a plan owes after a declined renewal, and its status. */
export type PastDue = Owed & Pick<SubscriptionRow, 'status' | 'isPausedForPayment'>;

/** Returns what a plan owes; undefined once it is paid. */
export async function readPastDue(
  { db, payments }: Pick<Services, 'db' | 'payments'>,
  subscriptionId: string,
): Promise<PastDue | undefined> {
  const subscription = await findAdminSubscription(db, subscriptionId);
  if (!subscription?.pastDueSince) return undefined;
  const owed = await readOwed({ payments }, subscription);
  const { status, isPausedForPayment } = subscription;
  return owed.owedCents === 0 ? undefined : { ...owed, status, isPausedForPayment };
}
