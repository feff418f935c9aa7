import { makeFirstPasswordLink } from '../../../accounts/members/add-customer.ts';
import type { MailKind } from '../kind.ts';

/**
 * Sends the link that sets the first password to a customer whom an admin added. Staff typed the first name, so it is
 * safe to greet by it.
 */
export const firstPassword: MailKind = {
  subject: 'account',
  isTriedAnyway: true,
  hasNewLink: true,
  write: async (services, { recipientId }) => {
    const link = await makeFirstPasswordLink(services, recipientId);
    if (!link) return { whyUntrue: 'the account has a password, or is deactivated' };
    const { brandName, appUrl } = services.settings;
    const { username, email, firstName, token } = link;
    return {
      to: email,
      subject: `Welcome to ${brandName}: set your password`,
      greeting: `Hi ${firstName ?? username},`,
      paragraphs: [
        `Thanks for calling. We set up a ${brandName} account for you, where you can see and pay for your pickups.`,
        `Set a password to get started. Then sign in with this email address or your username ${username}.`,
      ],
      button: { label: 'Set your password', url: `${appUrl}/reset-password?token=${token}` },
      notes: [
        'The link works once and expires in 7 days. After that, choose “Forgot password” on the sign-in page.',
        `If you didn't call ${brandName}, ignore this email. Nobody can sign in until you set a password.`,
      ],
    };
  },
};
