import { graceDays } from '../../../../contract/subscriptions.ts';
import { centsToText } from '../../../../contract/values/money.ts';
import { type PastDue, readPastDue } from '../../../subscriptions/billing/read-owed.ts';
import type { MailKind } from '../kind.ts';

/** Tells a customer that their plan's renewal was declined, with the amount due and the link to update the card. */
export const pastDue: MailKind = {
  subject: 'plan',
  write: async (services, { subjectId }, { firstName, username }) => {
    const owed = await readPastDue(services, subjectId);
    if (!owed) return { whyUntrue: 'nothing is due any more' };
    const { brandName, appUrl } = services.settings;
    return {
      subject: `Please update your card for ${brandName}`,
      greeting: `Hi ${firstName || username},`,
      paragraphs: [
        `We couldn't charge your card for your plan: $${centsToText(owed.owedCents)} is due.`,
        consequenceOf(owed),
      ],
      button: { label: 'Update your card', url: `${appUrl}/billing?card=update` },
      ...(owed.payUrl && {
        notes: [
          "Does your bank ask you to confirm every payment? Then pay on our payment provider's page and confirm there.",
        ],
        link: { label: 'Pay and confirm with your bank', url: owed.payUrl },
      }),
    };
  },
};

function consequenceOf({ status, isPausedForPayment }: PastDue): string {
  if (status !== 'paused')
    return `Your pickups continue for ${graceDays} days. After that, your plan is paused until it is paid.`;
  if (isPausedForPayment) return 'Your plan is paused until it is paid.';
  return 'Your plan stays paused. This charge is for a month that began before the pause.';
}
