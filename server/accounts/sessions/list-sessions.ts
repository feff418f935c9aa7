import type { Session } from '../../../contract/accounts/sessions.ts';
import type { Role } from '../../../contract/accounts.ts';
import { recordLook } from '../../audit/record-look.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { findUser } from '../accounts.store.ts';
import { hasEnded } from '../rules.ts';
import { deviceOf } from '../sign-in/device.ts';
import { listSessions, type SessionRow } from './sessions.store.ts';

type ListServices = Pick<Services, 'db' | 'clock' | 'settings'>;
interface Viewer {
  id: string;
  role: Role;
  sid: string;
}

/** More sessions than anyone has. Signing out all other devices also ends sessions that aren't listed. */
const mostSessions = 100;

/** Lists the viewer's own live sessions, the last used first. */
export async function listOwnSessions(services: ListServices, viewer: Viewer): Promise<Session[]> {
  return await listLive(services, viewer, viewer.sid);
}

/** Lists another person's live sessions. Records the look if that person is a customer. Throws 404. */
export async function listUserSessions(services: ListServices, viewer: Viewer, userId: string): Promise<Session[]> {
  const user = await findUser(services.db, userId);
  if (!user) throw new Refusal(404, 'User not found');
  await recordLook(services, viewer.id, { subject: 'user', id: userId });
  return await listLive(services, user, viewer.sid);
}

async function listLive(
  { db, clock, settings }: ListServices,
  { id, role }: { id: string; role: Role },
  currentSid: string,
): Promise<Session[]> {
  const rows = await listSessions(db, id, mostSessions);
  const now = clock();
  return rows
    .filter(({ expire, lastUsedAt }) => !hasEnded({ role, expire, lastUsedAt }, now, settings.staffIdleHours))
    .map((row) => presentSession(row, currentSid));
}

function presentSession({ id, sid, sess, lastUsedAt, lastIp }: SessionRow, currentSid: string): Session {
  return {
    id,
    device: deviceOf(sess.userAgent),
    ip: lastIp ?? sess.ip,
    signedInAt: sess.createdAt,
    lastUsedAt: lastUsedAt.toISOString(),
    isCurrent: sid === currentSid,
  };
}
