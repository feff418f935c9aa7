import { importedPlanPath } from '../../../../contract/pages.ts';
import { centsToText } from '../../../../contract/values/money.ts';
import { planOf } from '../../../../contract/values/prices.ts';
import { formatDateKey } from '../../../../contract/values/time/dates.ts';
import { daysText, serviceDaysOf } from '../../../../contract/values/time/service-days.ts';
import { type Invitation, readInvitation, recordInvitation } from '../../../import/read-invitation.ts';
import type { Message } from '../../message.ts';
import type { MailKind } from '../kind.ts';

/**
 * Invites a customer whom an admin imported to set a password and to consent to the plan. `subjectId` is the import;
 * the revision is the row's number. Staff typed the first name, so it is safe to greet by it.
 */
export const invitation: MailKind = {
  subject: 'import',
  isBulk: true,
  hasNewLink: true,
  write: async (services, message, { email, username }) => {
    const invited = await readInvitation(services, rowOf(message));
    if (!invited) return { whyUntrue: 'the customer has nothing left to do' };
    const { firstName, token, plan } = invited;
    const { brandName, appUrl } = services.settings;
    const next = plan ? '&next=plan' : '';
    const url = appUrl + (token ? `/reset-password?token=${token}${next}` : importedPlanPath);
    return {
      to: email,
      subject: plan ? `Confirm your ${brandName} plan` : `Your ${brandName} account is ready`,
      greeting: `Hi ${firstName ?? username},`,
      paragraphs: [
        token
          ? `We've moved your trash service to ${brandName} and set up an account for you, where you can see and manage your pickups.`
          : `We've prepared a ${brandName} plan for you.`,
        ...(plan ? [planParagraph(plan)] : []),
        ...(token ? [`Set a password first. Then sign in with this email address or your username ${username}.`] : []),
      ],
      button: { label: token ? 'Set your password' : 'Review your plan', url },
      notes: [
        ...(token
          ? ['The link works once and expires in 7 days. After that, choose “Forgot password” on the sign-in page.']
          : []),
        ...(plan
          ? ["Nothing is charged and no pickups are planned until you've reviewed your plan and paid for it."]
          : []),
        `If you don't know ${brandName}, ignore this email.`,
      ],
    };
  },
  afterSending: async ({ clock }, trx, message, outcome) => {
    if (outcome === 'sent') await recordInvitation({ db: trx, clock }, rowOf(message));
  },
};

const rowOf = ({ subjectId, revision }: Message) => ({ batchId: subjectId, number: Number(revision) });

function planParagraph({ packageType, preferredDay, address, startDate }: NonNullable<Invitation['plan']>): string {
  const plan = planOf(packageType);
  const isKnown = plan.fixedDays !== null || preferredDay !== null;
  const days = isKnown ? `, every ${daysText(serviceDaysOf(plan, preferredDay ?? 'monday'))}` : '';
  const start = startDate ? `, from ${formatDateKey(startDate, 'long')}` : '';
  const price = centsToText(plan.priceCents).replace(/\.00$/, '');
  return `Your plan: ${plan.name} for $${price} a month${days}${start}, at ${address}. You can change it before you confirm.`;
}
