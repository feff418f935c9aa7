import { limitAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { markEmailVerified } from '../mail-tokens/store.ts';
import { mailedTokenLimit } from '../rules.ts';
import { hashOfToken } from '../secret-token.ts';

/** Verifies the address that the token was emailed to; repeating it succeeds. Throws 400 for any other token. */
export async function verifyEmail(services: Pick<Services, 'db' | 'clock'>, token: string, ip: string): Promise<void> {
  await limitAttempts(services, mailedTokenLimit, ip);
  if (await markEmailVerified(services.db, hashOfToken(token), services.clock())) return;
  throw new Refusal(400, 'This link is no longer valid. Please request a new one.', {
    code: 'invalid_verification_token',
  });
}
