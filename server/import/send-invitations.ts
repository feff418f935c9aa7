import type { ImportDetails } from '../../contract/import.ts';
import { recordChanges } from '../audit/record-change.ts';
import { inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { describeImport, requireBatch } from './describe-import.ts';
import { markInvited } from './figures.store.ts';

/**
 * Writes an invitation to each customer of a batch who has something to do and wasn't invited. Throws 404, and 409:
 * `not_done` before the import has finished, and `count_changed` when the number of customers isn't the one that the
 * admin confirmed.
 */
export async function sendInvitations(
  services: Services,
  actorId: string,
  id: string,
  expected: number,
): Promise<ImportDetails> {
  const { state, fileName } = await requireBatch(services.db, id);
  if (state !== 'done')
    throw new Refusal(409, 'Only customers of a finished import can be invited.', { code: 'not_done' });
  await inTransaction(services.db, async (trx) => {
    const rows = await markInvited(trx, id, services.clock());
    if (rows.length !== expected) {
      const message = `${rows.length} invitations can be sent now. Please check and confirm again.`;
      throw new Refusal(409, message, { code: 'count_changed', errors: { expected: String(rows.length) } });
    }
    if (rows.length === 0) return;
    const line = { actorId, action: 'invited', subject: 'import', subjectId: id } as const;
    await recordChanges(services, trx, [{ ...line, details: { file: fileName, count: String(rows.length) } }]);
    const dueAt = services.clock();
    const invitations = rows.map(({ number, customerId: recipientId }) => {
      return { kind: 'invitation', subjectId: id, revision: String(number), recipientId, dueAt } as const;
    });
    await services.messages.write(services, trx, invitations);
  });
  services.jobs.kick('send-bulk-message');
  return await describeImport(services, id);
}
