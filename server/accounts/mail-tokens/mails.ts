import type { Mail } from '../../external/mail/mail.ts';
import { type Letterhead, writeMail } from '../../mail/letter.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Recipient } from './store.ts';

type MailSettings = Letterhead & Pick<Settings, 'appUrl'>;

// People are greeted by username, never by first name: that one is free text, and a stranger who registers somebody
// else's address could make us mail it.

/** For whoever asked for a new password. */
export function passwordResetMail(settings: MailSettings, to: Recipient, token: string): Mail {
  return writeMail(settings, {
    to: to.email,
    subject: `Set a new ${settings.brandName} password`,
    greeting: `Hi ${to.username},`,
    paragraphs: [`We were asked for a new password for your ${settings.brandName} account.`],
    button: { label: 'Set a new password', url: `${settings.appUrl}/reset-password?token=${token}` },
    notes: [
      'The link works once, within an hour.',
      'You did not ask for it? Then ignore this mail: your password stays as it is.',
    ],
  });
}

/** For a new or changed address. */
export function verificationMail(settings: MailSettings, to: Recipient, token: string): Mail {
  return writeMail(settings, {
    to: to.email,
    subject: `Verify your email address for ${settings.brandName}`,
    greeting: `Hi ${to.username},`,
    paragraphs: [`Please verify that this is your email address, so that we can reach you about your pickups.`],
    button: { label: 'Verify email address', url: `${settings.appUrl}/verify-email?token=${token}` },
    notes: [`You have no ${settings.brandName} account? Then ignore this mail: nothing happens without the link.`],
  });
}
