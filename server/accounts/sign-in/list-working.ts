import type { Role } from '../../../contract/accounts.ts';
import type { Services } from '../../services.ts';
import { hasEnded } from '../rules.ts';
import { findSessions } from './sign-in.store.ts';

/** Returns those of the callers whose sessions are still open, on an active account with the same role. */
export async function listWorking<Caller extends { sid: string; role: Role }>(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  callers: readonly Caller[],
): Promise<ReadonlySet<Caller>> {
  const now = clock();
  const sessions = await findSessions(db, [...new Set(callers.map(({ sid }) => sid))]);
  const open = new Map(
    sessions.filter((session) => !hasEnded(session, now, settings.staffIdleHours)).map(({ sid, role }) => [sid, role]),
  );
  return new Set(callers.filter(({ sid, role }) => open.get(sid) === role));
}
