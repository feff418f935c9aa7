import type { MailKind } from '../kind.ts';

/** Tells an address that the account no longer uses it, because the change to it was undone. */
export const emailRestored: MailKind = {
  subject: 'account',
  isNotice: true,
  isTriedAnyway: true,
  write: async ({ settings: { brandName } }, { details }, { username, email }) => ({
    to: details.to ?? email,
    greeting: `Hi ${username},`,
    subject: `The change to your ${brandName} email was undone`,
    paragraphs: [`This is no longer the email address on the ${brandName} account ${username}. The change was undone.`],
    notes: ["If you think that's wrong, please call or email us."],
  }),
};
