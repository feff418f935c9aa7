import { formatMoment } from '../../../../contract/values/time/dates.ts';
import { whyRefunded } from '../../../payments/rules.ts';
import { readUnusedRefund } from '../../../payments/unspent/read-unused-refund.ts';
import type { MailKind } from '../kind.ts';

/** Tells a customer that a payment that bought nothing was refunded. `subjectId` is the refund's row of the ledger. */
export const unusedRefund: MailKind = {
  subject: 'payment',
  write: async ({ db, settings: { brandName, appUrl } }, { subjectId }, { username }) => {
    const refund = await readUnusedRefund(db, subjectId);
    if (!refund) return { whyUntrue: 'the bank has returned the refund' };
    const { amount, paidAt, card } = refund;
    return {
      subject: `We refunded your $${amount} payment to ${brandName}`,
      greeting: `Hi ${username},`,
      paragraphs: [
        `Your payment of ${formatMoment(paidAt)}${card ? `, ${card},` : ''} ${whyRefunded(refund)}. We refunded $${amount}.`,
        'The money is on its way back to your card. Most banks show it within 5 to 10 days.',
      ],
      button: { label: 'See your billing', url: `${appUrl}/billing` },
    };
  },
};
