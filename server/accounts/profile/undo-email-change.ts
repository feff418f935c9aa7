import { recordChanges } from '../../audit/record-change.ts';
import { inTransaction } from '../../database/transaction.ts';
import { limitAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services, WritesMessages } from '../../services.ts';
import { lockUser } from '../accounts.store.ts';
import {
  deleteChangesFrom,
  findChangeByToken,
  restoreEmail,
  saveUndoToken,
} from '../mail-tokens/email-changes.store.ts';
import { refuseTaken } from '../registration/create-account.ts';
import { mailedTokenLimit } from '../rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';
import { deleteSessionsOf } from '../sign-in/sign-in.store.ts';
import { writeAccountMessage } from '../write-account-message.ts';

/** Makes the token of the undo link for a change's old address. Returns undefined when the change is no longer open. */
export async function makeUndoLink(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  changeId: string,
): Promise<{ username: string; oldEmail: string; newEmail: string; token: string } | undefined> {
  const token = newSecretToken();
  const change = await saveUndoToken(db, changeId, hashOfToken(token), clock());
  return change && { ...change, token };
}

/**
 * Restores the address that the token was emailed to and ends every session of the account. The token works once. Later
 * changes of the email are also undone, and links sent to the other addresses stop working. Throws 400 for an invalid
 * token, 409 when another account has the address, and 429.
 */
export async function undoEmailChange(
  services: Pick<Services, 'db'> & WritesMessages,
  token: string,
  ip: string,
): Promise<{ email: string }> {
  await limitAttempts(services, mailedTokenLimit, ip);
  const { db, clock, jobs } = services;
  return await inTransaction(db, async (trx) => {
    const now = clock();
    const change = await findChangeByToken(trx, hashOfToken(token), now);
    const before = change && (await lockUser(trx, change.userId));
    // Requires that the delete succeeds, because another use of the link may have come first.
    if (!change || !before || !(await deleteChangesFrom(trx, change))) throw invalidToken();
    await refuseTaken(() => restoreEmail(trx, change, now));
    await deleteSessionsOf(trx, change.userId);
    const details = { from: before.email, to: change.oldEmail };
    const about = { actorId: change.userId, subject: 'user', subjectId: change.userId, details } as const;
    await recordChanges(services, trx, [{ ...about, action: 'email_changed' }]);
    await writeAccountMessage(services, trx, 'email-restored', change.userId, { details: { to: before.email } });
    await jobs.enqueue(trx, 'sync-payer', { userId: change.userId });
    return { email: change.oldEmail };
  });
}

function invalidToken(): Refusal {
  const message = 'This link has expired or was already used.';
  return new Refusal(400, message, { code: 'invalid_undo_token' });
}
