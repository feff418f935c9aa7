import { messageLabels, type SentMessage } from '../../contract/messages/messages.ts';

export const channelLabels: Record<SentMessage['channel'], string> = {
  email: 'Email',
  push: 'Notification',
  sms: 'Text',
};

/** "Reminder · Email" */
export function messageTitle({ kind, channel }: Pick<SentMessage, 'kind' | 'channel'>): string {
  return `${messageLabels[kind]} · ${channelLabels[channel]}`;
}

/** What became of a message: "Sent", "Not sent: the pickup has another date". */
export function outcomeText({ outcome, reason }: Pick<SentMessage, 'outcome' | 'reason'>): string {
  switch (outcome) {
    case 'sent':
      return 'Sent';
    case 'delivered':
      return 'Delivered';
    case 'waiting':
      return reason ? 'Trying again' : 'Waiting to be sent';
    case 'dropped':
      return reason ? `Not sent: ${reason}` : 'Not sent';
    case 'failed':
      return "We couldn't send it";
  }
}
