import { v7 as newId } from 'uuid';
import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { isAboutPickup, type NewMessage } from './message.ts';
import { dropOlder, insertMessages, type NewRow } from './store.ts';

/**
 * Writes messages into the outbox in the transaction that causes them, with a job that sends each when it is due. A message that
 * exists already isn't written twice. A newer one drops unsent ones of the same kind about the same subject.
 */
export async function writeMessages(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  messages: readonly NewMessage[],
): Promise<void> {
  const createdAt = clock();
  const rows = messages.map(
    ({ details = {}, ...message }): NewRow => ({
      ...message,
      ...{ id: newId(), details, createdAt },
      subject: isAboutPickup(message.kind) ? 'pickup' : 'payment',
    }),
  );
  // Always in the same order, so that two requests never wait for each other's rows.
  for (const row of rows.toSorted((a, b) => a.subjectId.localeCompare(b.subjectId))) await dropOlder(trx, row);
  const due = await insertMessages(trx, rows);
  const delayOf = ({ dueAt }: { dueAt: Date }) =>
    Math.max(0, Math.ceil((dueAt.getTime() - createdAt.getTime()) / 1000));
  for (const [afterSeconds, group] of Map.groupBy(due, delayOf)) {
    const payloads = group.map(({ id }) => ({ messageId: id }));
    await jobs.enqueueAll(trx, 'send-message', payloads, { afterSeconds });
  }
}
