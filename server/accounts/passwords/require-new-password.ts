import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { isGuessable } from './rules.ts';

/** The owner of a password. Attackers guess people's own names and the brand first. */
export interface PasswordOwner {
  username: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
}

/**
 * Throws 400 for a new password that is easy to guess (`isCommonPassword`). The composition rule (ACC-13) has been
 * checked before.
 */
export async function requireUncommonPassword(
  services: Parameters<typeof isCommonPassword>[0],
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  if (!(await isCommonPassword(services, password, owner))) return;
  const message = 'This password is too common or too easy to guess. Please choose another one.';
  throw new Refusal(400, message, { code: 'common_password', errors: { password: message } });
}

/**
 * Returns whether a password is easy to guess: one of 49,000 common passwords in any usual spelling, or one of the
 * owner's names or the brand with digits added.
 */
export async function isCommonPassword(
  { settings }: { settings: Pick<Services['settings'], 'brandName'> },
  password: string,
  { username, email, firstName, lastName }: PasswordOwner,
): Promise<boolean> {
  const common = await commonPasswords();
  const own = new Set([username, email.split('@')[0], firstName, lastName, settings.brandName].flatMap(wordsOf));
  return isGuessable(password, (text) => common.has(text) || own.has(text));
}

/** Returns the refusal of a new password that equals the old one. */
export function samePassword(): Refusal {
  const message = 'The new password must be different from the current one';
  return new Refusal(400, message, { code: 'same_password', errors: { password: message } });
}

let list: Promise<ReadonlySet<string>> | undefined;

/** Loads the list with the first new password: it takes 30 ms and 20 MB, and most processes never need it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return list;
}

/** "Pat O'Neil" → "patoneil", "pat", "o", "neil". */
function wordsOf(text: string | null | undefined): string[] {
  const lower = (text ?? '').toLowerCase();
  return [lower.replace(/[^\p{L}\p{N}]/gu, ''), ...lower.split(/[^\p{L}\p{N}]+/u)];
}
