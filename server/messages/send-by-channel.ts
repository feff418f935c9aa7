import type { Mail } from '../external/mail/mail.ts';
import { sendAnyway, sendUnlessRefused } from '../mail/send-to-address.ts';
import type { Notice } from '../notifications/notice.ts';
import { notify } from '../notifications/notify.ts';
import { type PushWords, sendPush } from '../push/send-push.ts';
import type { Services } from '../services.ts';
import type { Message } from './message.ts';
import { titleAlone } from './messages.store.ts';
import { sendText } from './texts/send-text.ts';

/** A message formatted for its channel, ready to send. */
export type Parcel =
  /** `isTriedAnyway`: the email is sent even to an address that has refused an email. */
  | { readonly channel: 'email'; readonly mail: Mail; readonly isTriedAnyway: boolean }
  | { readonly channel: 'push'; readonly words: PushWords }
  /** `to` is E.164. */
  | { readonly channel: 'sms'; readonly to: string; readonly body: string }
  | { readonly channel: 'bell'; readonly notice: BellWords };

export type BellWords = Pick<Notice, 'title' | 'message' | 'type' | 'actionUrl'>;

/**
 * The outcome: sent, with the provider's id of a text and the details that the row still has to store; or dropped, with
 * the reason.
 */
export type Handed = { providerId?: string; details?: typeof titleAlone } | { dropReason: string };

export const accountDeleted = 'the account was deleted';
const refusedEmail = 'the mail server refused the email address';

/** Sends a message by its channel. Throws when the job should be tried again. */
export async function sendByChannel(services: Services, { id, recipientId }: Message, parcel: Parcel): Promise<Handed> {
  switch (parcel.channel) {
    case 'email': {
      const send = parcel.isTriedAnyway ? sendAnyway : sendUnlessRefused;
      return (await send(services, parcel.mail)) === 'sent' ? {} : { dropReason: refusedEmail };
    }
    case 'push': {
      const outcome = await sendPush(services, recipientId, parcel.words, id);
      return outcome === 'sent' ? {} : { dropReason: 'no device gets notifications' };
    }
    case 'sms':
      return await sendText(services, { id, recipientId }, parcel);
    case 'bell':
      return (await notify(services, { ...parcel.notice, id, userId: recipientId }))
        ? { details: titleAlone }
        : { dropReason: accountDeleted };
  }
}
