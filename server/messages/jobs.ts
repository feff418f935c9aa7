import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { deliverMessage, giveUpMessage } from './deliver-message.ts';
import { makeReminders } from './make-reminders.ts';
import { pushNotice } from './push-notice.ts';
import { sweepMessages } from './sweep-messages.ts';

export function messageJobs(services: Services) {
  const deliver = async ({ messageId }: { messageId: string }) => void (await deliverMessage(services, messageId));
  return {
    ...{ 'send-message': deliver, 'send-bulk-message': deliver, 'send-notification': deliver, 'send-text': deliver },
    'send-notice': deliver,
    'give-up-message': async ({ messageId }) => await giveUpMessage(services, messageId),
    'make-reminders': async () => await makeReminders(services),
    'push-notice': async ({ notificationId }) => await pushNotice(services, notificationId),
    'sweep-messages': async () => await sweepMessages(services),
  } satisfies Partial<JobHandlers>;
}
