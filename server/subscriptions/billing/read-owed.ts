import type { Services } from '../../services.ts';
import { findAdminSubscription, type SubscriptionRow } from '../store.ts';

export interface Owed {
  /** Each unpaid month at the price it was billed at. */
  owedCents: number;
  /** The provider's page of the oldest unpaid month, where its payment can be confirmed at the bank; null without one. */
  payUrl: string | null;
}

/** What is due at the provider. */
export async function readOwed(
  { payments }: Pick<Services, 'payments'>,
  { stripeSubscriptionId }: Pick<SubscriptionRow, 'stripeSubscriptionId'>,
): Promise<Owed> {
  const open = (await payments.listInvoices(stripeSubscriptionId)).filter(({ status }) => status === 'open');
  const owedCents = open.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { owedCents, payUrl: open.at(-1)?.payUrl ?? null };
}

/** What a customer whose renewal was declined owes, and what becomes of the plan. */
export type PastDue = Owed & Pick<SubscriptionRow, 'status' | 'isPausedForPayment'>;

/** Reads what a plan owes; undefined once it is paid. */
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
