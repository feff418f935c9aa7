import { v7 as newId } from 'uuid';
import type { FactorAction } from '../../contract/audit.ts';
import type { MailMessageKind } from '../../contract/messages/messages.ts';
import type { Db } from '../database/transaction.ts';
import type { WritesMessages } from '../services.ts';

/** `to`: an address that isn't the account's present one. */
interface Details {
  readonly to?: string;
  readonly change?: FactorAction;
  readonly codesLeft?: string | null;
}

/**
 * Writes an email about an account into the outbox, in the transaction that causes it. It holds no link: the worker makes that.
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
