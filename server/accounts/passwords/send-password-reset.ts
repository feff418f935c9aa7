import type { Services } from '../../services.ts';
import { passwordResetMail } from '../mail-tokens/mails.ts';
import { savePasswordReset } from '../mail-tokens/store.ts';
import { passwordResetMs } from '../rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';

/**
 * Emails a reset link. The token is created here, not when it was requested, so that no job row contains it. A retry
 * creates a new token.
 */
export async function sendPasswordReset(
  { db, clock, settings, mail }: Pick<Services, 'db' | 'clock' | 'settings' | 'mail'>,
  userId: string,
): Promise<void> {
  const token = newSecretToken();
  const expires = new Date(clock().getTime() + passwordResetMs);
  const recipient = await savePasswordReset(db, userId, { hash: hashOfToken(token), expires });
  if (recipient) await mail.send(passwordResetMail(settings, recipient, token));
}
