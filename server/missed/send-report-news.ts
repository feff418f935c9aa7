import { requireCustomer } from '../accounts/members/require-customer.ts';
import type { JobPayloads } from '../jobs/job-kinds.ts';
import { sendUnlessRefused } from '../mail/send-to-address.ts';
import { getPickup } from '../pickups/find-pickup.ts';
import type { Services } from '../services.ts';
import { reportNewsMail } from './mails.ts';
import { findReport } from './store.ts';

/** Emails the outcome of a report. Sends nothing when it has changed since: another state, or another day of the recovery. */
export async function sendReportNews(
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'settings'>,
  { reportId, state }: JobPayloads['send-report-news'],
): Promise<void> {
  const { db, settings } = services;
  const report = await findReport(db, reportId);
  if (report?.state !== state || state === 'open' || state === 'closed') return;
  const reported = await getPickup(db, report.pickupId);
  const recovery = report.recoveryPickupId === null ? null : await getPickup(db, report.recoveryPickupId);
  if (recovery && (recovery.status === 'cancelled' || recovery.scheduledDay !== report.recoveryDay)) return;
  const { email: to, username } = await requireCustomer(db, report.customerId);
  const { day, reason } = report;
  await sendUnlessRefused(services, reportNewsMail(settings, { to, username, state, reported, day, recovery, reason }));
}
