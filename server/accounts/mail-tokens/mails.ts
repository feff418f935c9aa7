import type { Mail } from '../../external/mail/mail.ts';
import { writeMail } from '../../mail/letter.ts';
import type { Letterhead } from '../../mail/letter-content.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Recipient } from './store.ts';

type MailSettings = Letterhead & Pick<Settings, 'appUrl'>;

// Emails greet by username, not first name. A first name is free text, so someone who registers another person's
// address could put a message into our email.

/** `oldEmail` gets it while a change of the email without the password can be undone. */
export function passwordResetMail(settings: MailSettings, to: Recipient, token: string, oldEmail?: string): Mail {
  return writeMail(settings, {
    to: oldEmail ?? to.email,
    subject: `Set a new ${settings.brandName} password`,
    greeting: `Hi ${to.username},`,
    paragraphs: [`Someone asked to reset the password for your ${settings.brandName} account.`],
    button: { label: 'Set a new password', url: `${settings.appUrl}/reset-password?token=${token}` },
    notes: [
      'The link works once and expires in one hour.',
      ...(oldEmail === undefined
        ? []
        : [
            `The email address on your account was recently changed to ${to.email}. If you didn't change it, also use the link in our email about that.`,
          ]),
      "If you didn't ask for this, ignore this email. Your password stays the same.",
    ],
  });
}

/** To a customer whom an admin has added. Staff typed the first name, so it is safe to greet by it. */
export function welcomeMail(settings: MailSettings, to: Recipient & { firstName: string | null }, token: string): Mail {
  const { brandName, appUrl } = settings;
  return writeMail(settings, {
    to: to.email,
    subject: `Welcome to ${brandName}: set your password`,
    greeting: `Hi ${to.firstName ?? to.username},`,
    paragraphs: [
      `Thanks for calling. We set up a ${brandName} account for you, where you can see and pay for your pickups.`,
      `Set a password to get started. Then sign in with this email address or your username ${to.username}.`,
    ],
    button: { label: 'Set your password', url: `${appUrl}/reset-password?token=${token}` },
    notes: [
      'The link works once and expires in 7 days. After that, choose “Forgot password” on the sign-in page.',
      `If you didn't call ${brandName}, ignore this email. Nobody can sign in until you set a password.`,
    ],
  });
}

/** To the old address: the account's email was changed, with a link that undoes it. */
export function emailChangedMail(
  settings: MailSettings,
  { username, oldEmail, newEmail }: { username: string; oldEmail: string; newEmail: string },
  token: string,
): Mail {
  const { brandName, appUrl } = settings;
  return writeMail(settings, {
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
  });
}

/** To an address that the account had until a change was undone. */
export function emailRestoredMail(settings: MailSettings, to: Recipient): Mail {
  const { brandName } = settings;
  return writeMail(settings, {
    to: to.email,
    subject: `The change to your ${brandName} email was undone`,
    greeting: `Hi ${to.username},`,
    paragraphs: [
      `This is no longer the email address on the ${brandName} account ${to.username}. The change was undone.`,
    ],
    notes: ["If you think that's wrong, please call or email us."],
  });
}

export function passwordChangedMail(settings: MailSettings, to: Recipient): Mail {
  const { brandName, appUrl } = settings;
  return writeMail(settings, {
    to: to.email,
    subject: `Your ${brandName} password was changed`,
    greeting: `Hi ${to.username},`,
    paragraphs: [
      `The password for your ${brandName} account was changed.`,
      "If you changed it, you don't need to do anything. If you didn't, set a new one now.",
    ],
    button: { label: 'Set a new password', url: `${appUrl}/forgot-password` },
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
      `If you don't have a ${settings.brandName} account, ignore this email. Nothing happens unless you use the link.`,
    ],
  });
}
