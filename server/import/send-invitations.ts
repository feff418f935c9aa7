import { v5 as derivedId } from 'uuid';
import type { ImportDetails } from '../../contract/import.ts';
import { makeFirstPasswordLink } from '../accounts/members/add-customer.ts';
import { requireCustomer } from '../accounts/members/require-customer.ts';
import { recordChanges } from '../audit/record-change.ts';
import { inTransaction } from '../database/transaction.ts';
import { sendUnlessRefused } from '../mail/send-to-address.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { describeImport, requireBatch } from './describe-import.ts';
import { markInvited } from './figures.store.ts';
import { invitationMail } from './plans/mails.ts';
import { findAwaiting } from './plans/plans.store.ts';
import { findRow, setSent } from './rows.store.ts';

/**
 * Enqueues an invitation to each customer of a batch who has something to do and wasn't invited. Throws 404, and 409: `not_done`, or
 * `count_changed` when their number isn't the one the admin has confirmed.
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
    const numbers = await markInvited(trx, id, services.clock());
    if (numbers.length !== expected) {
      const message = `${numbers.length} invitations can be sent now. Please check and confirm again.`;
      throw new Refusal(409, message, { code: 'count_changed', errors: { expected: String(numbers.length) } });
    }
    if (numbers.length === 0) return;
    const line = { actorId, action: 'invited', subject: 'import', subjectId: id } as const;
    await recordChanges(services, trx, [{ ...line, details: { file: fileName, count: String(numbers.length) } }]);
    const payloads = numbers.map((number) => ({ batchId: id, number }));
    await services.jobs.enqueueAll(trx, 'send-invitation', payloads);
  });
  services.jobs.kick('send-invitation');
  return await describeImport(services, id);
}

/**
 * Emails one invitation. Does nothing when it was sent, when the import was undone, or when there is nothing left to do. A crash
 * between the mail server's yes and our line sends it again under the same Message-ID.
 */
export async function sendInvitation(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'mail'>,
  at: { batchId: string; number: number },
): Promise<void> {
  const { db, clock, settings } = services;
  const row = await findRow(db, at);
  if (!row?.customerId || row.sentAt || (row.outcome !== 'made' && row.outcome !== 'linked')) return;
  const customer = await requireCustomer(db, row.customerId);
  if (!customer.isActive) return;
  const plan = await findAwaiting(db, customer.id);
  const link = await makeFirstPasswordLink(services, customer.id);
  if (!plan && !link) return;
  const id = derivedId(`invitation ${at.number}`, at.batchId);
  const invitation = invitationMail(settings, { ...customer, token: link?.token ?? null }, plan);
  // A refused address is listed under Needs attention.
  if ((await sendUnlessRefused(services, { ...invitation, id })) === 'sent') await setSent(db, at, clock());
}
