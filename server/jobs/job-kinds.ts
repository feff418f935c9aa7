/** Every kind of job: its payload, and when and how it runs. */

/** Scheduled jobs, in UTC. */
export const schedules = {
  'reconcile-payments': '*/2 * * * *',
  // Every minute, because the customer is shown the minute of the refund.
  'refund-unspent': '* * * * *',
  // Every minute: a pickup that isn't paid at its cut-off must not be put on a route.
  'hold-unpaid': '* * * * *',
  // Hourly, so that stops that came due while no server ran are made soon. Existing stops aren't made twice.
  'sweep-subscriptions': '11 * * * *',
  'renew-subscriptions': '41 * * * *',
  // Often, so that customers see the credit of a held visit soon after its cut-off.
  'sweep-credits': '*/10 * * * *',
  'sweep-expired': '17 * * * *',
  'sweep-idempotency-keys': '23 * * * *',
  'sweep-places': '41 * * * *',
  'sweep-driver-days': '29 * * * *',
  'sweep-bulk-actions': '47 * * * *',
  'sweep-imports': '53 * * * *',
  // Every minute, so that reminders leave at 5 PM New York time, whatever the UTC offset, and a restart loses none.
  'make-reminders': '* * * * *',
  'sweep-live-links': '53 * * * *',
  // Once a day, before the drivers start.
  'measure-service-times': '19 9 * * *',
  // Every minute, so that a night's backup is also made when the server was down at its time, or was stopped during it.
  'make-nightly-backup': '* * * * *',
  // Once a day: it reads the whole table.
  'sweep-messages': '37 8 * * *',
} as const;

type Scheduled = keyof typeof schedules;

/** Every kind of job with its payload. A job may run twice, so handlers must be safe to repeat. */
export interface JobPayloads extends Record<Scheduled, Record<string, never>> {
  'geocode-address': { address: string };
  'send-refund': { refundId: string };
  /** Handles a saved event of the payment provider. */
  'handle-event': { eventId: string };
  /** Adds our ids to a payment at the provider, now that they are known. */
  'tag-payment': { paymentId: string };
  /** Brings the provider's customer in line with the user. */
  'sync-payer': { userId: string };
  /** Sends one message by email. Each channel has its own kind of job, so a slow provider delays only its channel. */
  'send-message': { messageId: string };
  /** Sends one message as a notification. */
  'send-notification': { messageId: string };
  /** Sends one message as a text. */
  'send-text': { messageId: string };
  /** Puts one message into the bell. */
  'send-notice': { messageId: string };
  /**
   * Sends an email of a kind that is written to thousands of people at once. It has its own queue, so that other
   * messages don't wait behind it.
   */
  'send-bulk-message': { messageId: string };
  'give-up-message': { messageId: string };
  /** Sends a notice from a driver's bell to the driver's devices. */
  'push-notice': { notificationId: string };
  /** Tells customers that they are next, after a driver resolved a stop. `pressedAt`: when the driver pressed (ISO). */
  'message-next-customers': { driverId: string; day: string; pressedAt: string };
  'close-open-payments': { customerId: string };
  'close-card-form': { setupId: string };
  'sync-billing': { subscriptionId: string };
  'sync-subscription': { subscriptionId: string };
  /** Gives a plan's credit to the provider. */
  'apply-credit': { creditId: string };
  /** Credits a plan for a visit that the dispatcher has skipped. */
  'credit-skipped-visit': { pickupId: string };
  /** Notifies people of a move of closed days, once it can no longer be undone. */
  'notify-closed-days': { actionId: string };
  /** Refunds the remainder of a plan's credit when the plan has ended. */
  'close-credits': { customerId: string };
  'report-unsynced': { subscriptionId: string };
  'refresh-arrivals': { driverId: string; day: string };
  /** Puts a stop first on its driver's planned route of a day. */
  'put-first': { pickupId: string; driverId: string; day: string };
  'count-driver-day': { driverId: string; date: string };
  'delete-unused-photo': { storageKey: string };
  /** Finishes the work that remains after a customer has deleted the account. */
  'finish-deletion': { userId: string };
  /** Checks the rows of an uploaded file. `revision` counts how often its columns were matched. */
  'check-import': { batchId: string; revision: number };
  'run-import': { batchId: string };
  'undo-import': { batchId: string };
}
export type JobName = keyof JobPayloads;

export const jobNames: JobName[] = [
  ...(['geocode-address', 'send-notice', 'send-refund'] as const),
  ...(['sync-billing', 'sync-subscription'] as const),
  ...(['handle-event', 'tag-payment', 'sync-payer', 'report-unsynced', 'refresh-arrivals'] as const),
  ...(['count-driver-day', 'delete-unused-photo', 'close-open-payments', 'close-card-form'] as const),
  'put-first',
  ...(['send-message', 'send-bulk-message', 'send-notification', 'send-text', 'give-up-message'] as const),
  ...(['push-notice', 'message-next-customers'] as const),
  'finish-deletion',
  ...(['check-import', 'run-import', 'undo-import'] as const),
  // These come after `sync-subscription`, which ends the plan at the provider.
  ...(['apply-credit', 'close-credits', 'credit-skipped-visit', 'notify-closed-days'] as const),
  ...(Object.keys(schedules) as Scheduled[]),
];

/** The job that runs, with the same payload, after all retries of another job have failed. */
export const afterLastTry: Partial<Record<JobName, JobName>> = {
  'sync-subscription': 'report-unsynced',
  'send-message': 'give-up-message',
  'send-notification': 'give-up-message',
  'send-text': 'give-up-message',
  'send-bulk-message': 'give-up-message',
  'send-notice': 'give-up-message',
};

/** 20 tries in about a day: the first retry is after 10 to 20 s, the last ones every two hours. Not for `schedules`. */
const retries = { retryLimit: 19, retryDelay: 10, retryBackoff: true, retryDelayMax: 2 * 60 * 60 };
/** 13 tries in 6 to 11 hours for the jobs that `afterLastTry` names: pg-boss doesn't give them a `retryDelayMax`. */
const lastRetries = { retryLimit: 12, retryDelay: 5, retryBackoff: true };

/** Returns how often a job of a kind is retried, and when. Delays are in seconds. */
export function retriesOf(name: JobName): { retryLimit: number; retryDelay?: number; retryDelayMax?: number } {
  if (Object.hasOwn(schedules, name)) return { retryLimit: 0 };
  return Object.values(afterLastTry).includes(name) ? lastRetries : retries;
}

/** Jobs that may run for hours: the most of them. While one runs, no other of its kind is enqueued. */
export const hoursOf: Partial<Record<JobName, number>> = { 'make-nightly-backup': 23 };

/** Kinds whose batch runs in parallel, so that a job that waits for a provider or mail server doesn't delay others. */
export const parallelBatchSize: Partial<Record<JobName, number>> = {
  ...{ 'handle-event': 5, 'send-message': 5, 'send-notification': 5, 'send-text': 5, 'push-notice': 5 },
};

/**
 * Kinds of jobs that several workers run. Each worker runs a small batch one by one, so a slow job delays only its own
 * worker. When jobs are due, only the first worker is woken. The others poll every `pollingSeconds`.
 */
export const workersOf: Partial<Record<JobName, { workers: number; batchSize: number; pollingSeconds: number }>> = {
  // At 0.3 s per email, 2,000 reminders are sent in about two minutes. Together with the five of `send-message`, they
  // use the mailer's ten connections.
  'send-bulk-message': { workers: 5, batchSize: 4, pollingSeconds: 10 },
};

/** Jobs that are deduplicated: while one is open, a second one with the same key isn't enqueued. */
export const keyOf: { [Name in JobName]?: (payload: JobPayloads[Name]) => string } = {
  'geocode-address': ({ address }) => address,
};
