import type { ReportState } from '../../contract/pickups/missed.ts';
import type { Db } from '../database/transaction.ts';
import type { WritesMessages } from '../services.ts';
import type { ReportRow } from './missed.store.ts';

/** Writes the email with the outcome of a report, in the transaction that decides the report. */
export async function writeReportNews(
  services: WritesMessages,
  trx: Db,
  { id: reportId, pickupId: subjectId, customerId: recipientId }: Pick<ReportRow, 'id' | 'pickupId' | 'customerId'>,
  state: ReportState,
): Promise<void> {
  const news = { kind: 'missed-report', subjectId, recipientId, revision: `${reportId} ${state}` } as const;
  const details = { reportId, state };
  await services.messages.write(services, trx, [{ ...news, details, dueAt: services.clock() }]);
}
