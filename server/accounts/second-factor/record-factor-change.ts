import type { FactorAction } from '../../../contract/audit.ts';
import { recordChanges } from '../../audit/record-change.ts';
import type { Db } from '../../database/transaction.ts';
import type { WritesMessages } from '../../services.ts';
import { writeAccountMessage } from '../write-account-message.ts';

/** Records a change of an account's second factor in the trail and has its owner emailed. */
export async function recordFactorChange(
  services: WritesMessages,
  trx: Db,
  changed: {
    userId: string;
    /** Null for the command line. */
    actorId: string | null;
    change: FactorAction;
    codesLeft?: number;
  },
): Promise<void> {
  const { userId, actorId, change, codesLeft } = changed;
  const details = codesLeft === undefined ? {} : { left: String(codesLeft) };
  await recordChanges(services, trx, [{ actorId, action: change, subject: 'user', subjectId: userId, details }]);
  const left = codesLeft === undefined ? null : String(codesLeft);
  await writeAccountMessage(services, trx, 'factor-changed', userId, { details: { change, codesLeft: left } });
}
