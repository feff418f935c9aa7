import * as z from 'zod/mini';
import { Email, type User, Username } from '../../../contract/accounts.ts';

export type Profile = Pick<User, 'username' | 'email'>;

/**
 * What is wrong with a profile as typed, a message a field. A value that stays as it is is never wrong, as on the server:
 * an older name may break a younger rule.
 */
export function profileErrors(typed: Profile, saved: Profile): Partial<Profile> {
  const username = changeError(Username, typed.username, saved.username);
  const email = changeError(Email, typed.email, saved.email);
  return { ...(username && { username }), ...(email && { email }) };
}

function changeError(schema: typeof Username | typeof Email, typed: string, saved: string): string | undefined {
  if (typed.trim() === saved) return undefined;
  return z.safeParse(schema, typed).error?.issues[0]?.message;
}
