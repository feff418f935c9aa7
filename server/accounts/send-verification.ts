import type { Services } from '../services.ts';
import { saveVerification } from './mail-tokens.store.ts';
import { verificationMail } from './mails.ts';
import { hashOfToken, newSecretToken } from './secret-token.ts';

/** Mails a link that verifies the address; nothing to do when it is verified already. Repeated, it is a new link. */
export async function sendVerification(
  { db, settings, mail }: Pick<Services, 'db' | 'settings' | 'mail'>,
  userId: string,
): Promise<void> {
  const token = newSecretToken();
  const recipient = await saveVerification(db, userId, hashOfToken(token));
  if (recipient) await mail.send(verificationMail(settings, recipient, token));
}
