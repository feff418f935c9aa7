import { isMail } from '../../contract/messages/messages.ts';
import { pickupKinds } from './kinds/kinds.ts';
import { mailKinds } from './kinds/mail/mail-kinds.ts';
import type { Message } from './message.ts';

/**
 * Returns the name of the job that sends a message. Each channel has its own jobs, so that a slow provider holds up
 * only its own channel.
 */
export function sendJobOf({ kind, channel }: Pick<Message, 'kind' | 'channel'>) {
  if (kind === 'notice') return 'send-notice';
  if (channel === 'push') return 'send-notification';
  if (channel === 'sms') return 'send-text';
  const { isBulk } = isMail(kind) ? mailKinds[kind] : pickupKinds[kind];
  return isBulk ? 'send-bulk-message' : 'send-message';
}
