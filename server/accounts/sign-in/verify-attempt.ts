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
): Promise<Verdict> {
  const attempt = await startAttempt({ db, clock }, claimant);
  const matches = await verifyPassword(attempt?.passwordHash, password).catch(async (error: unknown) => {
    // The server was too busy to check the password, so this wasn't a failure.
    if (attempt) await releaseAttempt(db, attempt.id);
    throw error;
  });
  if (!attempt) return { outcome: 'unavailable' };
  return matches ? { outcome: 'right', attempt } : { outcome: 'wrong' };
}

/**
 * Counts an attempt as failed before anything is checked. Undefined: no such account, or it is locked or deactivated. The
 * caller releases the attempt when what it checks is right.
 */
export async function startAttempt(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  claimant: Claimant,
): Promise<ReservedAttempt | undefined> {
  const now = clock();
  const lock = { afterFailures: failuresUntilLock, until: new Date(now.getTime() + lockMs) };
  return await reserveAttempt(db, claimant, now, lock);
}
