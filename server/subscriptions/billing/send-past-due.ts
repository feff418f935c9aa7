import { graceDays } from '../../../contract/subscriptions.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { writeMail } from '../../mail/letter.ts';
import type { Services } from '../../services.ts';
import { findAdminSubscription, type SubscriptionRow } from '../store.ts';

/** Emails a customer whose renewal was declined a link to update their card. Does nothing once it is paid. */
export async function sendPastDue(
  { db, settings, mail, payments }: Pick<Services, 'db' | 'settings' | 'mail' | 'payments'>,
  subscriptionId: string,
): Promise<void> {
  const subscription = await findAdminSubscription(db, subscriptionId);
  if (!subscription?.pastDueSince) return;
  const owedCents = await readOwedCents({ payments }, subscription);
  if (owedCents === 0) return;
  await mail.send(
    writeMail(settings, {
      to: subscription.customerEmail,
      subject: `Please update your card for ${settings.brandName}`,
      greeting: `Hi ${subscription.customerUsername},`,
      paragraphs: [
        `We couldn't charge your card for your plan: $${centsToText(owedCents)} is due.`,
        consequenceOf(subscription),
      ],
      button: { label: 'Update your card', url: `${settings.appUrl}/billing?card=update` },
    }),
  );
}

function consequenceOf({ status, isPausedForPayment }: SubscriptionRow): string {
  if (status !== 'paused')
    return `Your pickups continue for ${graceDays} days. After that, your plan is paused until it is paid.`;
  if (isPausedForPayment) return 'Your plan is paused until it is paid.';
  return 'Your plan stays paused. This charge is for a month that began before the pause.';
}

/** What is due at the provider, in cents: each unpaid month at the price it was billed at. */
export async function readOwedCents(
  { payments }: Pick<Services, 'payments'>,
  { stripeSubscriptionId }: Pick<SubscriptionRow, 'stripeSubscriptionId'>,
): Promise<number> {
  const invoices = await payments.listInvoices(stripeSubscriptionId);
  return invoices.reduce((sum, { status, amountCents }) => sum + (status === 'open' ? amountCents : 0), 0);
}
