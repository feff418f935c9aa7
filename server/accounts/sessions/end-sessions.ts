import { recordChanges } from '../../audit/record-change.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { findUser } from '../accounts.store.ts';
import { deviceOf } from '../sign-in/device.ts';
import { deleteSessions } from './sessions.store.ts';

/**
 * Ends one session of an account, or with `others` all its sessions except the actor's current one, and records that.
 * With `others`, there may be no session to end. Throws 404 for an unknown account or session.
 */
export async function endSessions(
  services: Pick<Services, 'db' | 'clock'>,
  actor: { id: string; sid: string },
  userId: string,
  which: { id: string } | 'others',
): Promise<{ ended: number }> {
  return await inTransaction(services.db, async (trx) => {
    if (!(await findUser(trx, userId))) throw new Refusal(404, 'User not found');
    const sessions = await deleteSessions(trx, userId, which === 'others' ? { exceptSid: actor.sid } : which);
    const [first] = sessions;
    if (first) {
      const details =
        which === 'others' ? { count: String(sessions.length) } : { device: deviceOf(first.sess.userAgent) };
      await recordChanges(services, trx, [
        { actorId: actor.id, action: 'sessions_ended', subject: 'user', subjectId: userId, details },
      ]);
    } else if (which !== 'others') {
      throw new Refusal(404, 'This session has already ended');
    }
    return { ended: sessions.length };
  });
}
