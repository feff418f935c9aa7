import { makeUndoLink } from '../../../accounts/profile/undo-email-change.ts';
import type { MailKind } from '../kind.ts';

/**
 * Tells the old address that the account's email was changed, with a link that undoes the change. The revision is the
 * change's id.
 */
export const emailChanged: MailKind = {
  subject: 'account',
  isNotice: true,
  isTriedAnyway: true,
  hasNewLink: true,
  write: async (services, { revision: changeId }) => {
    const link = await makeUndoLink(services, changeId);
    if (!link) return { whyUntrue: "the change can't be undone any more" };
    const { brandName, appUrl } = services.settings;
    const { username, oldEmail, newEmail, token } = link;
    return {
      to: oldEmail,
      subject: `Your ${brandName} email address was changed`,
      greeting: `Hi ${username},`,
      paragraphs: [
        `The email address on your ${brandName} account was changed from ${oldEmail} to ${newEmail}.`,
        "If you changed it, you don't need to do anything.",
        "If you didn't, undo the change now. Everyone will be signed out, and this address will be your email again.",
      ],
      button: { label: 'Undo the change', url: `${appUrl}/undo-email-change?token=${token}` },
      notes: ['The link works once and expires in 7 days.'],
    };
  },
};
