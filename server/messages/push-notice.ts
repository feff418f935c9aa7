import { sendPush } from '../push/send-push.ts';
import type { Services } from '../services.ts';
import { findUnreadNotice } from './messages.store.ts';
import { afterQuietHours } from './time-rules.ts';

/**
 * Sends a notice of a driver's bell (a new, moved or cancelled stop) to the driver's devices, after quiet hours, unless
 * the driver has read it by then. A repeated notice replaces the first on the device. Throws when the job should be
 * tried again.
 */
export async function pushNotice(services: Services, notificationId: string): Promise<void> {
  const { db, clock, jobs } = services;
  const notice = await findUnreadNotice(db, notificationId);
  if (!notice) return;
  const now = clock();
  const until = afterQuietHours(now);
  if (until > now) {
    const afterSeconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
    await jobs.enqueue(db, 'push-notice', { notificationId }, { afterSeconds });
    return;
  }
  const { userId, title, message: body, actionUrl } = notice;
  await sendPush(
    services,
    userId,
    { title, body, url: actionUrl ?? '/', tag: `notice ${notificationId}` },
    notificationId,
  );
}
