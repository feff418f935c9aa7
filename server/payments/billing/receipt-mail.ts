import type { z } from 'zod/mini';
import type { Receipt } from '../../../contract/payments.ts';
import { dateKeyOf, formatDateKey, formatMoment } from '../../../contract/values/dates.ts';
import { centsOf, centsToText, textToCents } from '../../../contract/values/money.ts';
import type { Mail } from '../../external/mail/mail.ts';
import { writeMail } from '../../mail/letter.ts';
import type { Settings } from '../../settings/settings.ts';

/** What was paid, and where the receipt can be printed. The day is New York's. */
export function receiptMail(settings: Settings, receipt: z.input<typeof Receipt>): Mail {
  const { amount, paidWith, number, terms } = receipt;
  const isFree = textToCents(amount) === 0;
  const creditText = describeCredit(receipt);
  const dateKey = dateKeyOf(new Date(receipt.paidAt));
  const day = `${formatDateKey(dateKey)}, ${dateKey.slice(0, 4)}`;
  return writeMail(settings, {
    to: receipt.customer.email,
    subject: `Your ${settings.brandName} receipt ${number}`,
    greeting: isFree ? 'Your plan credit paid for this month.' : 'Thank you for your payment.',
    paragraphs: [
      receipt.description,
      ...(creditText === null ? [] : [creditText]),
      isFree ? "Your card wasn't charged." : `$${amount} on ${day}${paidWith ? `, ${paidWith}` : ''}.`,
      `Receipt ${number}`,
      ...(terms ? [terms] : []),
      ...(receipt.refundAt ? [refundText(new Date(receipt.refundAt))] : []),
    ],
    button: { label: 'View and print the receipt', url: `${settings.appUrl}/billing?receipt=${receipt.id}` },
  });
}

/** "Price $35.00, plan credit $8.75."; null without credit. */
function describeCredit({ price, credit }: z.input<typeof Receipt>): string | null {
  const cents = credit === undefined ? 0 : centsOf(credit);
  if (cents === 0) return null;
  const used = cents > 0 ? `plan credit $${credit}` : `carried over from last month $${centsToText(-cents)}`;
  return `Price $${price}, ${used}.`;
}

function refundText(refundAt: Date): string {
  return `This payment isn't tied to a pickup yet. If it isn't used by ${formatMoment(refundAt)}, we'll refund it.`;
}
