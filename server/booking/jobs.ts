import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { holdUnpaid } from './hold-unpaid.ts';
import { sendPaymentLink } from './send-payment-link.ts';

export function bookingJobs(services: Services) {
  return {
    'send-payment-link': async ({ pickupId }) => await sendPaymentLink(services, pickupId),
    'hold-unpaid': async () => await holdUnpaid(services),
  } satisfies Partial<JobHandlers>;
}
