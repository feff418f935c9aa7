import { v7 as newId } from 'uuid';
import type { Db } from '../database/transaction.ts';
import type { AdminNotice, Notice } from '../notifications/notice.ts';
import type { NewMessage } from './message.ts';
import { listDispatcherIds } from './preferences/preferences.store.ts';
import { type WriteServices, writeMessages } from './write-messages.ts';

/** Writes notices to people's bells, in the transaction that causes them. */
export async function notifyPeople(services: WriteServices, trx: Db, notices: readonly Notice[]): Promise<void> {
  const now = services.clock();
  const messages = notices.map((notice) => messageOf(notice, now));
  await writeMessages(services, trx, messages);
}

/** Writes notices to the bell of every active admin. */
export async function notifyAdmins(services: WriteServices, trx: Db, notices: readonly AdminNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const adminIds = await listDispatcherIds(trx);
  const each = notices.flatMap((notice) => adminIds.map((userId) => ({ ...notice, userId })));
  await notifyPeople(services, trx, each);
}

function messageOf({ userId, pickupId, dueAt, onceFor, ...details }: Notice, now: Date): NewMessage {
  const about = { recipientId: userId, subjectId: pickupId ?? userId, revision: onceFor ?? newId() };
  return { kind: 'notice', ...about, details, dueAt: dueAt ?? now };
}
