import type { z } from 'zod/mini';
import type { checkPassword as endpoint } from '../../../contract/accounts/passwords.ts';
import { limitAttempts } from '../../rate-limits/limit-attempts.ts';
import type { Services } from '../../services.ts';
import { findPasswordReset } from '../mail-tokens/mail-tokens.store.ts';
import { passwordCheckLimit } from '../rules.ts';
import { hashOfToken } from '../secret-token.ts';
import { isCommonPassword } from './require-new-password.ts';

/**
 * Returns whether registration, or the reset with the token, would refuse a new password as common. An invalid token
 * counts as none, because only the reset itself refuses it. Throws 429.
 */
export async function checkPassword(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  { password, token, username = '', email = '', firstName = '', lastName = '' }: z.output<typeof endpoint.body>,
  ip: string,
): Promise<{ isCommon: boolean }> {
  await limitAttempts(services, passwordCheckLimit, ip);
  const owner = token ? await findPasswordReset(services.db, hashOfToken(token), services.clock()) : undefined;
  return { isCommon: await isCommonPassword(services, password, owner ?? { username, email, firstName, lastName }) };
}
