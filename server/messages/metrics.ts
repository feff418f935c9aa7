import { Counter } from 'prom-client';
import type { MessageChannel, MessageKind } from '../../contract/messages/messages.ts';

/**
 * Counts the messages of this process, for /metrics. `failed` is a failed attempt. `delivered` and `undelivered` are
 * reports on texts that were sent. The other outcomes end a message.
 */
export const messageCounter = new Counter({
  name: 'messages_total',
  help: 'Messages by kind, channel and outcome',
  labelNames: ['kind', 'channel', 'outcome'],
  registers: [],
});

export function countMessage(
  { kind, channel }: { kind: MessageKind; channel: MessageChannel },
  outcome: 'sent' | 'dropped' | 'failed' | 'given-up' | 'delivered' | 'undelivered',
): void {
  messageCounter.inc({ kind, channel, outcome });
}
