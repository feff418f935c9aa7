import { unspentHours } from '../../../contract/payments.ts';
import { formatMoment } from '../../../contract/values/dates.ts';
import type { Mail } from '../../external/mail/mail.ts';
import { writeMail } from '../../mail/letter.ts';
import { sendUnlessRefused } from '../../mail/send-to-address.ts';
import type { Services } from '../../services.ts';
import { findRefundOfUnused, type RefundOfUnused } from './store.ts';

/** Emails a customer why a payment that bought nothing was refunded. Does nothing when the bank has returned the refund since. */
export async function sendUnusedRefund(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'mail'>,
  lineId: string,
): Promise<void> {
  const { db, settings } = services;
  const refund = await findRefundOfUnused(db, lineId);
  if (refund) await sendUnlessRefused(services, unusedRefundMail(settings, refund));
}

/** Why a payment was refunded automatically, for the notice and the email. */
export function whyRefunded(payment: {
  readonly bookingId: string | null;
  readonly subscriptionOrderId: string | null;
}) {
  const wasOrdered = payment.bookingId !== null || payment.subscriptionOrderId !== null;
  return wasOrdered ? "couldn't be used for what you ordered" : `wasn't used for a pickup within ${unspentHours} hours`;
}

function unusedRefundMail(settings: Services['settings'], refund: RefundOfUnused): Mail {
  const { amount, paidAt, card, email, username } = refund;
  return writeMail(settings, {
    to: email,
    subject: `We refunded your $${amount} payment to ${settings.brandName}`,
    greeting: `Hi ${username},`,
    paragraphs: [
      `Your payment of ${formatMoment(paidAt)}${card ? `, ${card},` : ''} ${whyRefunded(refund)}. We refunded $${amount}.`,
      'The money is on its way back to your card. Most banks show it within 5 to 10 days.',
    ],
    button: { label: 'See your billing', url: `${settings.appUrl}/billing` },
  });
}
