import { inTransaction } from '../database/transaction.ts';
import type { JobHandlers } from '../jobs/queue.ts';
import { noticeOfCompleted } from '../pickups/changes/describe-notices.ts';
import { getPickup } from '../pickups/find-pickup.ts';
import type { Services } from '../services.ts';
import { findImported, findOwner, findReportedPickup } from './earlier-jobs.store.ts';
import type { NewMessage } from './message.ts';
import { writeMessages } from './write-messages.ts';
import { notifyAdmins, notifyPeople } from './write-notices.ts';

type Written = Omit<NewMessage, 'recipientId' | 'dueAt'>;

/**
 * Handles message jobs that earlier versions left in the queue. Each message is written into the outbox once, however
 * often its job runs: the revision is the job's id, or the revision that the message has in this version.
 */
export function earlierJobs(services: Services) {
  const { db } = services;
  const write = async (recipientId: string | null | undefined, message: Written) => {
    // The recipient no longer exists.
    if (!recipientId) return;
    const dueAt = services.clock();
    await inTransaction(db, (trx) => writeMessages(services, trx, [{ ...message, recipientId, dueAt }]));
  };
  const account = async (
    kind: NewMessage['kind'],
    userId: string,
    jobId: string,
    details: NewMessage['details'] = {},
  ) => await write(userId, { kind, subjectId: userId, revision: jobId, details });
  return {
    'send-receipt': async ({ lineId: subjectId }) =>
      await write(await findOwner(db, 'payment_history', subjectId), { kind: 'receipt', subjectId, revision: '' }),
    'send-unused-refund': async ({ lineId: subjectId }) =>
      await write(await findOwner(db, 'payment_history', subjectId), {
        kind: 'unused-refund',
        subjectId,
        revision: '',
      }),
    'send-rescheduled': async ({ pickupId: subjectId, scheduledDate, reason }) => {
      const changed = { kind: 'changed', subjectId, revision: scheduledDate } as const;
      await write(await findOwner(db, 'pickups', subjectId), { ...changed, details: { scheduledDate, reason } });
    },
    'send-payment-link': async ({ pickupId: subjectId }, revision) =>
      await write(await findOwner(db, 'pickups', subjectId), { kind: 'payment-link', subjectId, revision }),
    'send-past-due': async ({ subscriptionId: subjectId }, revision) =>
      await write(await findOwner(db, 'subscriptions', subjectId), { kind: 'past-due', subjectId, revision }),
    'send-report-news': async ({ reportId, state }) => {
      const news = { kind: 'missed-report', revision: `${reportId} ${state}`, details: { reportId, state } } as const;
      const subjectId = await findReportedPickup(db, reportId);
      if (subjectId) await write(await findOwner(db, 'missed_reports', reportId), { ...news, subjectId });
    },
    'send-invitation': async ({ batchId: subjectId, number }) => {
      const customerId = await findImported(db, { batchId: subjectId, number });
      await write(customerId, { kind: 'invitation', subjectId, revision: String(number) });
    },
    'send-email-changed': async ({ changeId }) => {
      const userId = await findOwner(db, 'email_changes', changeId);
      if (userId) await account('email-changed', userId, changeId);
    },
    'send-password-reset': async ({ userId }, jobId) => await account('password-reset', userId, jobId),
    'send-welcome': async ({ userId }, jobId) => await account('first-password', userId, jobId),
    'send-verification': async ({ userId }, jobId) => await account('verification', userId, jobId),
    'send-email-restored': async ({ userId, email: to }, jobId) =>
      await account('email-restored', userId, jobId, { to }),
    'send-password-changed': async ({ userId, email: to }, jobId) =>
      await account('password-changed', userId, jobId, { to }),
    'send-factor-notice': async ({ userId, change, codesLeft }, jobId) => {
      const left = codesLeft === null ? null : String(codesLeft);
      await account('factor-changed', userId, jobId, { change, codesLeft: left });
    },
    'send-area-open': async ({ waitingId }, revision) =>
      await write(waitingId, { kind: 'area-open', subjectId: waitingId, revision }),
    'notify-person': async (notice, onceFor) =>
      await inTransaction(db, (trx) => notifyPeople(services, trx, [{ ...notice, onceFor }])),
    'notify-admins': async (notice, onceFor) =>
      await inTransaction(db, (trx) => notifyAdmins(services, trx, [{ onceFor, ...notice }])),
    'notify-completed': async ({ pickupId, completedAt }, onceFor) => {
      if (!(await findOwner(db, 'pickups', pickupId))) return;
      const notice = { ...noticeOfCompleted(await getPickup(db, pickupId)), completedAt, onceFor };
      await inTransaction(db, (trx) => notifyPeople(services, trx, [notice]));
    },
  } satisfies Partial<JobHandlers>;
}
