import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { refundPayment } from './refund-payment.ts';

export function paymentJobs(services: Services) {
  return {
    'refund-payment': async ({ paymentId }) => await refundPayment(services, paymentId),
    'reconcile-payments': async () => {
      await reconcilePayments(services);
    },
  } satisfies Partial<JobHandlers>;
}
