import type { Services } from '../services.ts';
import { sendMessageNow } from './deliver-message.ts';
import { restoreDates, writeMessages, writeToDispatchers } from './write-messages.ts';
import { notifyAdmins, notifyPeople } from './write-notices.ts';

/** The outbox. Features below this one use it through `Services`, because they can't import it. */
export const messages: Services['messages'] = {
  write: writeMessages,
  writeToDispatchers,
  restoreDates,
  notify: notifyPeople,
  notifyAdmins,
  sendNow: sendMessageNow,
};
