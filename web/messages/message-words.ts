import { messageLabels, type SentMessage } from '../../contract/messages/messages.ts';

export const channelLabels: Record<SentMessage['channel'], string> = {
  email: 'Email',
  push: 'Notification',
  sms: 'Text',
  bell: 'In the app',
};

/** "Reminder · Email", "Pickup booked · In the app" */
export function messageTitle({ kind, title, channel }: Pick<SentMessage, 'kind' | 'title' | 'channel'>): string {
  return `${title ?? messageLabels[kind]} · ${channelLabels[channel]}`;
}

/** Returns the outcome of a message: "Sent", "Not sent: the pickup has another date". */
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
