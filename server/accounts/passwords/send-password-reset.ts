import type { Services } from '../../services.ts';
import { passwordResetMail } from '../mail-tokens/mails.ts';
import { savePasswordReset } from '../mail-tokens/store.ts';
import { passwordResetMs } from '../rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';

/**
 * Mails a link that sets a new password. The token is made here and not where it was asked for, so that it rests in no
 * job row; a mail that failed is tried again with a token of its own.
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
