import type { MessageKind } from '../../contract/messages.ts';
import { pickupKinds } from './kinds/kinds.ts';
import { isAboutPickup } from './message.ts';

/** The job that sends messages of a kind. */
export function sendJobOf(kind: MessageKind): 'send-message' | 'send-bulk-message' {
  return isAboutPickup(kind) && pickupKinds[kind].isBulk ? 'send-bulk-message' : 'send-message';
}
