import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { sendPasswordReset } from './passwords/forgotten-password.ts';
import { sendVerification } from './registration/verify-email.ts';
import { sendFactorNotice } from './second-factor/send-factor-notice.ts';
import { sweepExpired } from './sign-in/sweep-expired.ts';

export function accountJobs(services: Services) {
  return {
    'send-password-reset': async ({ userId }) => await sendPasswordReset(services, userId),
    'send-verification': async ({ userId }) => await sendVerification(services, userId),
    'send-factor-notice': async (notice) => await sendFactorNotice(services, notice),
    'sweep-expired': async () => await sweepExpired(services),
  } satisfies Partial<JobHandlers>;
}
