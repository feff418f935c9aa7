import { v7 as newId } from 'uuid';
import type { Db } from '../../database/transaction.ts';
import type { WritesMessages } from '../../services.ts';
import type { UserRow } from '../accounts.store.ts';
import { deleteChangesFrom, findUnconfirmedChange, insertEmailChange } from '../mail-tokens/email-changes.store.ts';
import { emailUndoMs } from '../rules.ts';
import { writeAccountMessage } from '../write-account-message.ts';

/**
 * Runs the follow-ups of a change of an account's email, in the transaction that makes it: the new address gets a
 * verification link, and the old address a link that undoes the change. The caller has locked the account's row.
 *
 * Returning to the address that gets the password resets undoes all changes since then. The address that was given up
 * gets an email without a link: a thief who moved the account there could use a link to take it again.
 */
export async function recordEmailChange(
  services: WritesMessages,
  trx: Db,
  { before, newEmail, isConfirmed }: { before: UserRow; newEmail: string; isConfirmed: boolean },
): Promise<void> {
  const now = services.clock();
  const { id: userId, email: oldEmail } = before;
  await writeAccountMessage(services, trx, 'verification', userId);
  const unconfirmed = await findUnconfirmedChange(trx, userId, now);
  if (unconfirmed?.oldEmail.toLowerCase() === newEmail.toLowerCase()) {
    await deleteChangesFrom(trx, unconfirmed);
    await writeAccountMessage(services, trx, 'email-restored', userId, { details: { to: oldEmail } });
    return;
  }
  const change = { id: newId(), userId, oldEmail, newEmail, isConfirmed };
  await insertEmailChange(trx, { ...change, undoUntil: new Date(now.getTime() + emailUndoMs) });
  await writeAccountMessage(services, trx, 'email-changed', userId, { revision: change.id });
}
