import { readRefund } from '../../../payments/refunds/read-refunds.ts';
import type { MailKind } from '../kind.ts';

/**
 * Tells a customer how a refund ended that was refused before: it was made, or staff settled it another way.
 * `subjectId` is the refund.
 */
export const lateRefund: MailKind = {
  subject: 'payment',
  write: async ({ db, settings: { brandName, appUrl, supportPhone } }, { subjectId }, { username }) => {
    const refund = await readRefund(db, subjectId);
    if (!refund || refund.status === 'refused' || refund.status === 'asked') {
      return { whyUntrue: 'the bank has returned the refund' };
    }
    const { amount, settledAs } = refund;
    const isSettled = settledAs !== null;
    return {
      subject: isSettled ? `Your $${amount} from ${brandName}` : `We refunded $${amount} to your card`,
      greeting: `Hi ${username},`,
      paragraphs: isSettled
        ? [
            `We couldn't return $${amount} to your card, so we settled it with you another way.`,
            `If you don't know how, please call ${supportPhone}.`,
          ]
        : [
            `Your bank or our payment provider refused this refund before. Now it is made: $${amount}.`,
            'The money is on its way back to your card. Most banks show it within 5 to 10 days.',
          ],
      button: { label: 'See your billing', url: `${appUrl}/billing` },
    };
  },
};
