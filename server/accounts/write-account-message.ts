import { v7 as newId } from 'uuid';
import type { FactorAction } from '../../contract/audit.ts';
import type { MailMessageKind } from '../../contract/messages/messages.ts';
import type { Db } from '../database/transaction.ts';
import type { WritesMessages } from '../services.ts';

/** `to` is the recipient's address if it isn't the account's present one. */
interface Details {
  readonly to?: string;
  readonly change?: FactorAction;
  readonly codesLeft?: string | null;
}

/**
 * Writes a message about an account, to be emailed, in the transaction that causes it. It contains no link: the worker
 * makes the link when it sends the email.
 */
export async function writeAccountMessage(
  services: WritesMessages,
  trx: Db,
  kind: MailMessageKind,
  userId: string,
  { revision = newId(), details = {} }: { revision?: string; details?: Details } = {},
): Promise<void> {
  const about = { kind, subjectId: userId, recipientId: userId, revision, details };
  await services.messages.write(services, trx, [{ ...about, dueAt: services.clock() }]);
}
