import { centsOf, centsToText, textToCents } from '../../../../contract/values/money.ts';
import { dateKeyOf, formatDateKey, formatMoment } from '../../../../contract/values/time/dates.ts';
import { getReceipt } from '../../../payments/billing/get-receipt.ts';
import type { MailKind } from '../kind.ts';

/**
 * Tells a customer the amount paid and the New York day, and links to the printable receipt. `subjectId` is the
 * charge's row of the ledger.
 */
export const receipt: MailKind = {
  subject: 'payment',
  write: async (services, { recipientId, subjectId }) => {
    const charged = await getReceipt(services, recipientId, subjectId);
    const { amount, paidWith, number, terms, description, refundAt } = charged;
    const { brandName, appUrl } = services.settings;
    const isFree = textToCents(amount) === 0;
    const creditText = describeCredit(charged);
    const dateKey = dateKeyOf(new Date(charged.paidAt));
    const day = `${formatDateKey(dateKey)}, ${dateKey.slice(0, 4)}`;
    return {
      subject: `Your ${brandName} receipt ${number}`,
      greeting: isFree ? 'Your plan credit paid for this month.' : 'Thank you for your payment.',
      paragraphs: [
        description,
        ...(creditText === null ? [] : [creditText]),
        isFree ? "Your card wasn't charged." : `$${amount} on ${day}${paidWith ? `, ${paidWith}` : ''}.`,
        `Receipt ${number}`,
        ...(terms ? [terms] : []),
        ...(refundAt ? [refundText(new Date(refundAt))] : []),
      ],
      button: { label: 'View and print the receipt', url: `${appUrl}/billing?receipt=${charged.id}` },
    };
  },
};

/** Returns "Price $35.00, plan credit $8.75.", or null if no credit was used or carried over. */
function describeCredit({ price, credit }: Awaited<ReturnType<typeof getReceipt>>): string | null {
  const cents = credit === undefined ? 0 : centsOf(credit);
  if (cents === 0) return null;
  const used = cents > 0 ? `plan credit $${credit}` : `carried over from last month $${centsToText(-cents)}`;
  return `Price $${price}, ${used}.`;
}

function refundText(refundAt: Date): string {
  return `This payment isn't tied to a pickup yet. If it isn't used by ${formatMoment(refundAt)}, we'll refund it.`;
}
