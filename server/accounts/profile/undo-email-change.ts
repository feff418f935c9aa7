import { recordChanges } from '../../audit/record-change.ts';
import { inTransaction } from '../../database/transaction.ts';
import { sendAnyway } from '../../mail/send-to-address.ts';
import { limitAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import {
  deleteChangesFrom,
  findChangeByToken,
  restoreEmail,
  saveUndoToken,
} from '../mail-tokens/email-changes.store.ts';
import { emailChangedMail, emailRestoredMail } from '../mail-tokens/mails.ts';
import { refuseTaken } from '../registration/create-account.ts';
import { mailedTokenLimit } from '../rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';
import { deleteSessionsOf } from '../sign-in/store.ts';
import { findUser, lockUser } from '../store.ts';

/** Emails the old address a link that undoes the change, unless it is undone already. A retry creates a new link. */
export async function sendEmailChanged(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'mail'>,
  changeId: string,
): Promise<void> {
  const { db, clock, settings } = services;
  const token = newSecretToken();
  const change = await saveUndoToken(db, changeId, hashOfToken(token), clock());
  if (change) await sendAnyway(services, emailChangedMail(settings, change, token));
}

/** Tells an address that it is no longer the account's, because a change was undone. */
export async function sendEmailRestored(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'mail'>,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const { db, settings } = services;
  const user = await findUser(db, userId);
  if (user) await sendAnyway(services, emailRestoredMail(settings, { username: user.username, email }));
}

/**
 * Brings back the address that the token was emailed to, once, and ends every session of the account. Later changes of
 * the email are undone with it; links sent to the other addresses end. Throws 400 for any other token, and 409 when
 * another account has the address.
 */
export async function undoEmailChange(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  token: string,
  ip: string,
): Promise<{ email: string }> {
  await limitAttempts(services, mailedTokenLimit, ip);
  const { db, clock, jobs } = services;
  return await inTransaction(db, async (trx) => {
    const now = clock();
    const change = await findChangeByToken(trx, hashOfToken(token), now);
    const before = change && (await lockUser(trx, change.userId));
    // Deleted, not only read, because another use of the link may have come first.
    if (!change || !before || !(await deleteChangesFrom(trx, change))) throw invalidToken();
    await refuseTaken(() => restoreEmail(trx, change, now));
    await deleteSessionsOf(trx, change.userId);
    const details = { from: before.email, to: change.oldEmail };
    const about = { actorId: change.userId, subject: 'user', subjectId: change.userId, details } as const;
    await recordChanges(services, trx, [{ ...about, action: 'email_changed' }]);
    await jobs.enqueue(trx, 'send-email-restored', { userId: change.userId, email: before.email });
    await jobs.enqueue(trx, 'sync-payer', { userId: change.userId });
    return { email: change.oldEmail };
  });
}

function invalidToken(): Refusal {
  const message = 'This link has expired or was already used.';
  return new Refusal(400, message, { code: 'invalid_undo_token' });
}
