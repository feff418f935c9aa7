import { planOf } from '../../../../contract/values/prices.ts';
import { dateKeyOf, formatDateKey } from '../../../../contract/values/time/dates.ts';
import { findRunning } from '../../../subscriptions/require-subscription.ts';
import type { MailKind } from '../kind.ts';

/** Tells a customer that a dispatcher has set another price for their plan: the old and the new one, and from when. */
export const newPrice: MailKind = {
  subject: 'plan',
  write: async ({ db, settings }, { subjectId, details }, { firstName, username }) => {
    const plan = await findRunning(db, subjectId);
    if (!plan) return { whyUntrue: 'the plan has ended' };
    const { oldPrice, newPrice: price, from } = details;
    const begin = from ? `from ${formatDateKey(dateKeyOf(new Date(from)))} on` : 'from your next month on';
    return {
      subject: `A new price for your ${settings.brandName} plan`,
      greeting: `Hi ${firstName || username},`,
      paragraphs: [
        `${planOf(plan.packageType).name} costs $${price} a month ${begin}, instead of $${oldPrice}.`,
        "Months you have paid for don't change. You can change or cancel your plan at any time.",
      ],
      button: { label: 'See your plan', url: `${settings.appUrl}/plan` },
      notes: [`Questions? Call ${settings.supportPhone}.`],
    };
  },
};
