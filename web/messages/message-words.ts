import type { MessageKind, SentMessage } from '../../contract/messages.ts';

const kindLabels: Record<MessageKind, string> = {
  changed: 'New date',
  cancelled: 'Cancellation',
  reminder: 'Reminder',
  next: "You're next",
  done: 'Pickup done',
  'not-done': 'Pickup not done',
  receipt: 'Receipt',
};

const channelLabels: Record<SentMessage['channel'], string> = { email: 'Email', push: 'Notification', sms: 'Text' };

/** "Reminder · Email" */
export function messageTitle({ kind, channel }: Pick<SentMessage, 'kind' | 'channel'>): string {
  return `${kindLabels[kind]} · ${channelLabels[channel]}`;
}

/** What became of a message: "Sent", "Not sent: the pickup has another date". */
export function outcomeText({ outcome, reason }: Pick<SentMessage, 'outcome' | 'reason'>): string {
  switch (outcome) {
    case 'sent':
      return 'Sent';
    case 'waiting':
      return reason ? 'Trying again' : 'Waiting to be sent';
    case 'dropped':
      return reason ? `Not sent: ${reason}` : 'Not sent';
    case 'failed':
      return "We couldn't send it";
  }
}
