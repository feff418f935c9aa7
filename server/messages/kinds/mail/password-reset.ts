import { makeResetLink } from '../../../accounts/passwords/forgotten-password.ts';
import type { MailKind } from '../kind.ts';

/**
 * Sends the link that sets a new password. It may go to the address that the account had before a recent change
 * (decision 032).
 */
export const passwordReset: MailKind = {
  subject: 'account',
  isTriedAnyway: true,
  hasNewLink: true,
  write: async (services, { recipientId }) => {
    const link = await makeResetLink(services, recipientId);
    if (!link) return { whyUntrue: 'the account is deactivated' };
    const { brandName, appUrl } = services.settings;
    const { username, email, oldEmail, token } = link;
    return {
      to: oldEmail ?? email,
      subject: `Set a new ${brandName} password`,
      greeting: `Hi ${username},`,
      paragraphs: [`Someone asked to reset the password for your ${brandName} account.`],
      button: { label: 'Set a new password', url: `${appUrl}/reset-password?token=${token}` },
      notes: [
        'The link works once and expires in one hour.',
        ...(oldEmail === undefined
          ? []
          : [
              `The email address on your account was recently changed to ${email}. If you didn't change it, also use the link in our email about that.`,
            ]),
        "If you didn't ask for this, ignore this email. Your password stays the same.",
      ],
    };
  },
};
