import type { FactorAction } from '../../../contract/audit.ts';
import { recordChanges } from '../../audit/record-change.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';

/** Writes a change of an account's second factor into the trail and enqueues the email about it. */
export async function recordFactorChange(
  services: Pick<Services, 'clock' | 'jobs'>,
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
  await services.jobs.enqueue(trx, 'send-factor-notice', { userId, change, codesLeft: codesLeft ?? null });
}
