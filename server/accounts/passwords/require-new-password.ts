import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { isGuessable } from './rules.ts';

/** The owner of the password. People's own names and the brand are guessed first. */
export interface PasswordOwner {
  username: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
}

/**
 * Requires that a new password is hard to guess: not one of 49,000 common ones in any usual spelling, nor one of the
 * owner's names or the brand with digits added. Throws 400. The composition rule (ACC-13) has been checked before.
 */
export async function requireUncommonPassword(
  { settings }: { settings: Pick<Services['settings'], 'brandName'> },
  password: string,
  { username, email, firstName, lastName }: PasswordOwner,
): Promise<void> {
  const common = await commonPasswords();
  const own = new Set([username, email.split('@')[0], firstName, lastName, settings.brandName].flatMap(wordsOf));
  if (!isGuessable(password, (text) => common.has(text) || own.has(text))) return;
  const message = 'This password is too common or too easy to guess. Please choose another one.';
  throw new Refusal(400, message, { code: 'common_password', errors: { password: message } });
}

/** The refusal of a new password that is the old one. */
export function samePassword(): Refusal {
  const message = 'The new password must be different from the current one';
  return new Refusal(400, message, { code: 'same_password', errors: { password: message } });
}

let list: Promise<ReadonlySet<string>> | undefined;

/** Loaded with the first new password: it takes 30 ms and 20 MB, and most processes never need it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return list;
}

/** "Pat O'Neil" → the whole text and its words, in lower case. */
function wordsOf(text: string | null | undefined): string[] {
  const lower = (text ?? '').toLowerCase();
  return [lower.replace(/[^\p{L}\p{N}]/gu, ''), ...lower.split(/[^\p{L}\p{N}]+/u)];
}
