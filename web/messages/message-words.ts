import type { MessageKind, SentMessage } from '../../contract/messages.ts';

const kindLabels: Record<MessageKind, string> = {
  changed: 'New date',
  cancelled: 'Cancelled',
  reminder: 'Reminder',
  done: 'Done',
  'not-done': 'Not done',
  receipt: 'Receipt',
};

const channelLabels: Record<SentMessage['channel'], string> = { email: 'email', push: 'notification', sms: 'text' };

/** "Reminder by email" */
export function messageTitle({ kind, channel }: Pick<SentMessage, 'kind' | 'channel'>): string {
  return `${kindLabels[kind]} by ${channelLabels[channel]}`;
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
