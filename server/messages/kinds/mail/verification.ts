import { makeVerificationLink } from '../../../accounts/registration/verify-email.ts';
import type { MailKind } from '../kind.ts';

/** Sends the link that confirms a new or changed address. */
export const verification: MailKind = {
  subject: 'account',
  isTriedAnyway: true,
  hasNewLink: true,
  write: async (services, { recipientId }) => {
    const link = await makeVerificationLink(services, recipientId);
    if ('whyNone' in link) return { whyUntrue: link.whyNone };
    const { brandName, appUrl } = services.settings;
    return {
      to: link.email,
      subject: `Verify your email address for ${brandName}`,
      greeting: `Hi ${link.username},`,
      paragraphs: [`Please confirm that this is your email address so we can reach you about your pickups.`],
      button: { label: 'Verify email address', url: `${appUrl}/verify-email?token=${link.token}` },
      notes: [`If you don't have a ${brandName} account, ignore this email. Nothing happens unless you use the link.`],
    };
  },
};
