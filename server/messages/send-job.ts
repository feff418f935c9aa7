import { pickupKinds } from './kinds/kinds.ts';
import { isAboutPickup, type Message } from './message.ts';

/** The job that sends a message: a kind of job for each channel, so that a slow provider holds up its own channel only. */
export function sendJobOf({ kind, channel }: Pick<Message, 'kind' | 'channel'>) {
  if (channel === 'push') return 'send-notification';
  if (channel === 'sms') return 'send-text';
  return isAboutPickup(kind) && pickupKinds[kind].isBulk ? 'send-bulk-message' : 'send-message';
}
