import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { closeOpenPayments } from './checkout/close-payments.ts';
import { syncPayer } from './payers/sync-payer.ts';
import { reconcilePayments } from './reconcile/reconcile-payments.ts';
import { sendRefund } from './refunds/send-refund.ts';
import { tagPayment } from './settle/tag-payment.ts';
import { refundUnspent } from './unspent/refund-unspent.ts';
import { handleEvent } from './webhook/handle-event.ts';

export function paymentJobs(services: Services) {
  return {
    'send-refund': async ({ refundId }) => await sendRefund(services, refundId),
    'handle-event': async ({ eventId }) => await handleEvent(services, eventId),
    'tag-payment': async ({ paymentId }) => await tagPayment(services, paymentId),
    'sync-payer': async ({ userId }) => await syncPayer(services, userId),
    'close-open-payments': async ({ customerId }) => await closeOpenPayments(services, customerId),
    'refund-unspent': async () => void (await refundUnspent(services)),
    'reconcile-payments': async () => {
      const { repaired } = await reconcilePayments(services);
      for (const one of repaired) services.log.info({ repaired: one }, 'reconciled');
    },
  } satisfies Partial<JobHandlers>;
}
