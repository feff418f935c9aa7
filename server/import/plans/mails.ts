import { importedPlanPath } from '../../../contract/pages.ts';
import { formatDateKey } from '../../../contract/values/dates.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { daysText, serviceDaysOf } from '../../../contract/values/service-days.ts';
import type { Mail } from '../../external/mail/mail.ts';
import { writeMail } from '../../mail/letter.ts';
import type { Letterhead } from '../../mail/letter-content.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ImportedPlanRow } from './plans.store.ts';

interface Invited {
  username: string;
  email: string;
  firstName: string | null;
  /** Sets the first password; null for a customer who has one. */
  token: string | null;
}

/** To a customer whom an admin has imported: to set a password, and to consent to the plan. Staff has typed the first name. */
export function invitationMail(
  settings: Letterhead & Pick<Settings, 'appUrl'>,
  { username, email, firstName, token }: Invited,
  plan: ImportedPlanRow | undefined,
): Mail {
  const { brandName, appUrl } = settings;
  const next = plan ? '&next=plan' : '';
  const url = appUrl + (token ? `/reset-password?token=${token}${next}` : importedPlanPath);
  return writeMail(settings, {
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
  });
}

function planParagraph({ packageType, preferredDay, address, startDate }: ImportedPlanRow): string {
  const plan = planOf(packageType);
  const isKnown = plan.fixedDays !== null || preferredDay !== null;
  const days = isKnown ? `, every ${daysText(serviceDaysOf(plan, preferredDay ?? 'monday'))}` : '';
  const start = startDate ? `, from ${formatDateKey(startDate, 'long')}` : '';
  const price = centsToText(plan.priceCents).replace(/\.00$/, '');
  return `Your plan: ${plan.name} for $${price} a month${days}${start}, at ${address}. You can change it before you confirm.`;
}
