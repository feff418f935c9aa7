import type { Services } from '../services.ts';
import { sendMessageNow } from './deliver-message.ts';
import { writeMessages, writeToDispatchers } from './write-messages.ts';
import { notifyAdmins, notifyPeople } from './write-notices.ts';

/** The outbox, for the features below this one. */
export const messages: Services['messages'] = {
  write: writeMessages,
  writeToDispatchers,
  notify: notifyPeople,
  notifyAdmins,
  sendNow: sendMessageNow,
};
