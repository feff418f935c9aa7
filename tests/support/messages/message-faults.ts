import { sql } from 'kysely';
import { textToCents } from '../../../contract/values/money.ts';
import type { Db } from '../../../server/database/transaction.ts';
import type { Books } from '../books/read-books.ts';

/** Finds wrong messages about money: each charge has one receipt, each dispute is notified, each announced refund was made. */
export async function findMessageFaults(db: Db, { history, events, pickups, refundsThere }: Books): Promise<string[]> {
  // A notice keeps its words only until it is in the bell.
  const { rows: notices } = await sql<{ message: string | null }>`
    SELECT "details" ->> 'message' AS "message" FROM messages WHERE "kind" = 'notice'
    UNION ALL SELECT "message" FROM notifications`.execute(db);
  const messages = await db.selectFrom('messages').select('subjectId').where('kind', '=', 'receipt').execute();
  const faults: string[] = [];
  for (const { id } of history.filter(({ status }) => status === 'succeeded')) {
    const receipts = messages.filter(({ subjectId }) => subjectId === id).length;
    if (receipts !== 1) faults.push(`a charge has ${receipts} receipts`);
  }
  for (const { type, intentId } of events) {
    const wasNotified = notices.some(({ message }) => message?.includes(intentId ?? ''));
    if (type === 'charge.dispute.created' && !wasNotified)
      faults.push(`is disputed without a notification (${intentId})`);
  }
  const trail = db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'cancelled')
    .where('subject', '=', 'pickup');
  for (const { subjectId, details } of await trail.execute()) {
    if (!details.refund) continue;
    const intentId = pickups.find(({ id }) => id === subjectId)?.stripePaymentIntentId;
    const refunds = refundsThere.filter((refund) => refund.intentId === intentId);
    const announcedCents = textToCents(details.refund.slice(1)) ?? 0;
    const refundedCents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
    // The charge was disputed after the announcement, and the bank decides.
    const isWithBank = history.some(
      (line) =>
        line.stripePaymentIntentId === intentId && (line.disputedAt !== null || line.paymentMethod === 'dispute'),
    );
    if (!isWithBank && (announcedCents <= 0 || announcedCents > refundedCents))
      faults.push(`a cancel announced ${details.refund}, and ${refundedCents} cents were refunded`);
  }
  return faults;
}
