import type { MailKind } from '../kind.ts';

/**
 * Tells a person that their password was changed. It goes to the address that the account had at that time, because a
 * thief may change the address next.
 */
export const passwordChanged: MailKind = {
  subject: 'account',
  isNotice: true,
  isTriedAnyway: true,
  write: async ({ settings: { brandName, appUrl } }, { details }, { username, email }) => ({
    to: details.to ?? email,
    subject: `Your ${brandName} password was changed`,
    greeting: `Hi ${username},`,
    paragraphs: [
      `The password for your ${brandName} account was changed.`,
      "If you changed it, you don't need to do anything. If you didn't, set a new one now.",
    ],
    button: { label: 'Set a new password', url: `${appUrl}/forgot-password` },
  }),
};
