import { graceDays } from '../../../contract/subscriptions.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { writeMail } from '../../mail/letter.ts';
import { sendUnlessRefused } from '../../mail/send-to-address.ts';
import type { Services } from '../../services.ts';
import { findAdminSubscription, type SubscriptionRow } from '../store.ts';

/** Emails a customer whose renewal was declined a link to update their card. Does nothing once it is paid. */
export async function sendPastDue(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'mail' | 'payments'>,
  subscriptionId: string,
): Promise<void> {
  const { db, settings, payments } = services;
  const subscription = await findAdminSubscription(db, subscriptionId);
  if (!subscription?.pastDueSince) return;
  const { owedCents, payUrl } = await readOwed({ payments }, subscription);
  if (owedCents === 0) return;
  await sendUnlessRefused(
    services,
    writeMail(settings, {
      to: subscription.customerEmail,
      subject: `Please update your card for ${settings.brandName}`,
      greeting: `Hi ${subscription.customerFirstName || subscription.customerUsername},`,
      paragraphs: [
        `We couldn't charge your card for your plan: $${centsToText(owedCents)} is due.`,
        consequenceOf(subscription),
      ],
      button: { label: 'Update your card', url: `${settings.appUrl}/billing?card=update` },
      ...(payUrl && {
        notes: [
          "Does your bank ask you to confirm every payment? Then pay on our payment provider's page, where you can.",
        ],
        link: { label: 'Pay and confirm with your bank', url: payUrl },
      }),
    }),
  );
}

function consequenceOf({ status, isPausedForPayment }: SubscriptionRow): string {
  if (status !== 'paused')
    return `Your pickups continue for ${graceDays} days. After that, your plan is paused until it is paid.`;
  if (isPausedForPayment) return 'Your plan is paused until it is paid.';
  return 'Your plan stays paused. This charge is for a month that began before the pause.';
}

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
