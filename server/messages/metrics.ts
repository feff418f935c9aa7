import { Counter } from 'prom-client';
import type { MessageKind } from '../../contract/messages.ts';

/** Messages of this process, for /metrics. `failed` is an attempt, the others end a message. */
export const messageCounter = new Counter({
  name: 'messages_total',
  help: 'Messages by kind, channel and outcome',
  labelNames: ['kind', 'channel', 'outcome'],
  registers: [],
});

export function countMessage(kind: MessageKind, outcome: 'sent' | 'dropped' | 'failed' | 'given-up'): void {
  messageCounter.inc({ kind, channel: 'email', outcome });
}
