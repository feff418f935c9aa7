import type { Mail } from '../../external/mail/mail.ts';
import { type Letterhead, writeMail } from '../../mail/letter.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Recipient } from './store.ts';

type MailSettings = Letterhead & Pick<Settings, 'appUrl'>;

// Emails greet by username, not first name. A first name is free text, so someone who registers another person's
// address could put a message into our email.

export function passwordResetMail(settings: MailSettings, to: Recipient, token: string): Mail {
  return writeMail(settings, {
    to: to.email,
    subject: `Set a new ${settings.brandName} password`,
    greeting: `Hi ${to.username},`,
    paragraphs: [`Someone asked to reset the password of your ${settings.brandName} account.`],
    button: { label: 'Set a new password', url: `${settings.appUrl}/reset-password?token=${token}` },
    notes: [
      'The link works once and expires in one hour.',
      'If you didn’t ask for this, ignore this email. Your password stays the same.',
    ],
  });
}

/** The email with a verification link, for a new or changed address. */
export function verificationMail(settings: MailSettings, to: Recipient, token: string): Mail {
  return writeMail(settings, {
    to: to.email,
    subject: `Verify your email address for ${settings.brandName}`,
    greeting: `Hi ${to.username},`,
    paragraphs: [`Please confirm that this is your email address so we can reach you about your pickups.`],
    button: { label: 'Verify email address', url: `${settings.appUrl}/verify-email?token=${token}` },
    notes: [
      `If you don’t have a ${settings.brandName} account, ignore this email. Nothing happens unless you use the link.`,
    ],
  });
}
