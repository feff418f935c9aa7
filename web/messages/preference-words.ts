import type { MessagePreferences, PreferenceGroup } from '../../contract/messages/preferences.ts';

/** The texts of a group: its title, when its messages come, and the name of its emails. */
export const groupWords: Readonly<Record<PreferenceGroup, { title: string; hint: string; emails: string }>> = {
  reminders: {
    title: 'Reminders',
    hint: "The evening before each pickup, and when it's almost your turn",
    emails: 'reminders of your pickups',
  },
  changes: {
    title: 'Changes',
    hint: 'When a pickup gets a new date or is cancelled',
    emails: 'emails about pickups that get a new date or are cancelled',
  },
  outcomes: {
    title: 'Results',
    hint: "When a pickup is done, or couldn't be",
    emails: "emails about pickups that are done or couldn't be",
  },
  problems: {
    title: 'Problems',
    hint: "When a driver can't do a stop",
    emails: "emails about stops that a driver couldn't do",
  },
  'same-day': {
    title: 'Same-day requests',
    hint: 'When a customer books a pickup for today',
    emails: 'emails about same-day requests',
  },
};

/** Messages that can't be switched off, and why. */
export const alwaysOn = [
  { title: 'Receipts and refunds', why: "By email. They're your proof of what you paid and what we refunded." },
  {
    title: 'Your account',
    why: 'By email, such as when your password or email address changes. They keep your account safe.',
  },
] as const;

/** Returns the note about texts; null if there is none. */
export function textsNote({ texts, phone }: Pick<MessagePreferences, 'texts' | 'phone'>): string | null {
  switch (texts) {
    case 'no-phone':
      return 'To get texts, add a US phone number to your account.';
    case 'stopped':
      return `You replied STOP from ${phone}. To get texts again, text START to our number, then turn them on here.`;
    case 'unreachable':
      return `Texts to ${phone} aren't getting through. It may be a landline. Turn texts on to try again, or change your number.`;
    case 'off':
    case 'ready':
      return null;
  }
}

/** Returns the text that a person agrees to by turning texts on. */
export function consentText(brand: string, phone: string | null): string {
  return `By turning on texts you agree to get automated text messages from ${brand} at ${phone}. Message frequency varies with your pickups. Message and data rates may apply. Reply STOP to stop or HELP for help. You don't have to agree to buy anything.`;
}
