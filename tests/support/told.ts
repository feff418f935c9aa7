import { sql } from 'kysely';
import { textToCents } from '../../contract/values/money.ts';
import type { Db } from '../../server/database/transaction.ts';
import type { Books } from './books/read-books.ts';

/** What people were told of the money, where it is not so: a receipt a charge, a word on a dispute, no empty promise. */
export async function findUntold(db: Db, { history, events, pickups, refundsThere }: Books): Promise<string[]> {
  const { rows: jobs } = await sql<{ name: string; data: { lineId?: string; message?: string } }>`
    SELECT "name", "data" FROM pgboss.job WHERE "name" IN ('send-receipt', 'notify-admins')
  `.execute(db);
  const faults: string[] = [];
  for (const { id } of history.filter(({ status }) => status === 'succeeded')) {
    const receipts = jobs.filter(({ data }) => data.lineId === id).length;
    if (receipts !== 1) faults.push(`a charge has ${receipts} receipts`);
  }
  for (const { type, intentId } of events) {
    const wasTold = jobs.some(({ data }) => data.message?.includes(intentId ?? ''));
    if (type === 'charge.dispute.created' && !wasTold) faults.push(`is disputed, and nobody was told (${intentId})`);
  }
  const trail = db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'cancelled')
    .where('subject', '=', 'pickup');
  for (const { subjectId, details } of await trail.execute()) {
    if (!details.refund) continue;
    const intentId = pickups.find(({ id }) => id === subjectId)?.stripePaymentIntentId;
    const given = refundsThere.filter((refund) => refund.intentId === intentId);
    const promised = textToCents(details.refund.slice(1)) ?? 0;
    const back = given.reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (promised <= 0 || promised > back)
      faults.push(`a cancel promised ${details.refund}, and ${back} cents went back`);
  }
  return faults;
}
