import type { Services } from '../../services.ts';
import { verifyPassword } from '../password-hash.ts';
import { failuresUntilLock, lockMs } from '../rules.ts';
import { type Claimant, type ReservedAttempt, releaseAttempt, reserveAttempt } from './store.ts';

export type Verdict =
  /** The attempt is still counted as a failure; the caller resets the count. */
  | { outcome: 'right'; attempt: ReservedAttempt }
  | { outcome: 'wrong' }
  /** No such account, or it is locked or deactivated. */
  | { outcome: 'unavailable' };

/** Checks a password and counts a failure. Every outcome takes the same work: one statement, one verification. */
export async function verifyAttempt(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  claimant: Claimant,
  password: string,
  ip: string,
): Promise<Verdict> {
  const now = clock();
  const lock = { afterFailures: failuresUntilLock, until: new Date(now.getTime() + lockMs) };
  const attempt = await reserveAttempt(db, claimant, now, lock);
  const matches = await verifyPassword(attempt?.passwordHash, password, ip).catch(async (error: unknown) => {
    // The server was too busy to check the password, so this wasn't a failure.
    if (attempt) await releaseAttempt(db, attempt.id);
    throw error;
  });
  if (!attempt) return { outcome: 'unavailable' };
  return matches ? { outcome: 'right', attempt } : { outcome: 'wrong' };
}
