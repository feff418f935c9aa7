import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';
import type { FigureSource } from '../http/figures.ts';
import { isUnsent } from './messages.store.ts';

/** Returns the figures of the outbox: what waits to be sent, by channel. A message that isn't due yet is `later`. */
export function messageFigures(db: Db): FigureSource {
  return {
    feature: 'messages',
    figures: {
      messages_unsent: { help: 'Messages that wait to be sent: due, later', labels: ['channel', 'state'] },
      messages_oldest_unsent_seconds: { help: 'How long the oldest due message has waited', labels: ['channel'] },
    },
    async read() {
      const { rows } = await sql<{ channel: string; due: number; later: number; oldestSeconds: number | null }>`
        SELECT "channel", count(*) FILTER (WHERE "dueAt" <= now())::int AS "due",
          count(*) FILTER (WHERE "dueAt" > now())::int AS "later",
          extract(epoch FROM now() - min("dueAt") FILTER (WHERE "dueAt" <= now()))::float AS "oldestSeconds"
        FROM messages WHERE ${isUnsent} GROUP BY "channel"`.execute(db);
      const found = new Map(rows.map((row) => [row.channel, row]));
      return channels.flatMap((channel) => {
        const { due = 0, later = 0, oldestSeconds } = found.get(channel) ?? {};
        return [
          { figure: 'messages_unsent', labels: { channel, state: 'due' }, value: due },
          { figure: 'messages_unsent', labels: { channel, state: 'later' }, value: later },
          { figure: 'messages_oldest_unsent_seconds', labels: { channel }, value: oldestSeconds ?? 0 },
        ];
      });
    },
  };
}

const channels = ['email', 'push', 'sms', 'bell'] as const;
