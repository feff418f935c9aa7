import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { refundPayment } from './refund-payment.ts';
import { sendReceipt } from './send-receipt.ts';
import { sendRefund } from './send-refund.ts';

export function paymentJobs(services: Services) {
  return {
    'refund-payment': async ({ paymentId }) => await refundPayment(services, paymentId),
    'send-refund': async ({ refundId }) => await sendRefund(services, refundId),
    'send-receipt': async ({ lineId }) => await sendReceipt(services, lineId),
    'reconcile-payments': async () => {
      const { mended } = await reconcilePayments(services);
      for (const one of mended) services.log.info({ mended: one }, 'reconciled');
    },
  } satisfies Partial<JobHandlers>;
}
