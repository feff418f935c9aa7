import { createHash } from 'node:crypto';
import { isWithinLimit } from '../../rate-limits/limit-attempts.ts';
import type { Services } from '../../services.ts';

import { verificationMail } from '../mail-tokens/mails.ts';
import { saveVerification } from '../mail-tokens/store.ts';
import { mailedAddressLimit } from '../rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';
import { findUser } from '../store.ts';

/**
 * Emails a new verification link, unless the address is already verified. An address that was emailed too often is
 * skipped: someone else may be entering it in many accounts.
 */
export async function sendVerification(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'mail'>,
  userId: string,
): Promise<void> {
  const { db, settings, mail } = services;
  const user = await findUser(db, userId);
  if (!user || user.emailVerified) return;
  const key = createHash('sha256').update(user.email.toLowerCase()).digest('base64url');
  if (!(await isWithinLimit(services, mailedAddressLimit, key))) return;
  const token = newSecretToken();
  const recipient = await saveVerification(db, userId, hashOfToken(token));
  if (recipient) await mail.send(verificationMail(settings, recipient, token));
}
