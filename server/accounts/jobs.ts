import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { sendWelcome } from './members/add-customer.ts';
import { sendPasswordReset } from './passwords/forgotten-password.ts';
import { sendPasswordChanged } from './passwords/send-password-changed.ts';
import { sendEmailChanged, sendEmailRestored } from './profile/undo-email-change.ts';
import { sendVerification } from './registration/verify-email.ts';
import { sendFactorNotice } from './second-factor/send-factor-notice.ts';
import { sweepExpired } from './sign-in/sweep-expired.ts';

export function accountJobs(services: Services) {
  return {
    'send-password-reset': async ({ userId }) => await sendPasswordReset(services, userId),
    'send-email-changed': async ({ changeId }) => await sendEmailChanged(services, changeId),
    'send-email-restored': async (payload) => await sendEmailRestored(services, payload),
    'send-password-changed': async (payload) => await sendPasswordChanged(services, payload),
    'send-welcome': async ({ userId }) => await sendWelcome(services, userId),
    'send-verification': async ({ userId }) => await sendVerification(services, userId),
    'send-factor-notice': async (notice) => await sendFactorNotice(services, notice),
    'sweep-expired': async () => await sweepExpired(services),
  } satisfies Partial<JobHandlers>;
}
