import { createHash } from 'node:crypto';
import { hasRoom } from '../../rate-limits/limit-attempts.ts';
import type { Services } from '../../services.ts';
import { verificationMail } from '../mail-tokens/mails.ts';
import { saveVerification } from '../mail-tokens/store.ts';
import { mailedAddressLimit } from '../rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';
import { findUser } from '../store.ts';

/**
 * Mails a link that verifies the address; nothing to do when it is verified already. Repeated, it is a new link. An address
 * that was mailed often enough is left alone: somebody else may be naming it, under account after account.
 */
export async function sendVerification(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'mail'>,
  userId: string,
): Promise<void> {
  const { db, settings, mail } = services;
  const user = await findUser(db, userId);
  if (!user || user.emailVerified) return;
  const key = createHash('sha256').update(user.email.toLowerCase()).digest('base64url');
  if (!(await hasRoom(services, mailedAddressLimit, key))) return;
  const token = newSecretToken();
  const recipient = await saveVerification(db, userId, hashOfToken(token));
  if (recipient) await mail.send(verificationMail(settings, recipient, token));
}
