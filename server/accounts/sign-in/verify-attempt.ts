import type { Services } from '../../services.ts';
import { verifyPassword } from '../password-hash.ts';
import { failuresUntilLock, lockMs } from '../rules.ts';
import { type Claimant, type ReservedAttempt, reserveAttempt, returnAttempt } from './store.ts';

export type Verdict =
  /** The account's failures still count this attempt; whoever goes on with it takes them back. */
  | { outcome: 'right'; attempt: ReservedAttempt }
  | { outcome: 'wrong' }
  /** No such account, or locked, or deactivated: the password was compared with nothing. */
  | { outcome: 'shut' };

/** Compares a password with an account's and counts a failure. Every outcome takes the same work: one statement, one verification. */
export async function verifyAttempt(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  claimant: Claimant,
  password: string,
): Promise<Verdict> {
  const now = clock();
  const lock = { afterFailures: failuresUntilLock, until: new Date(now.getTime() + lockMs) };
  const attempt = await reserveAttempt(db, claimant, now, lock);
  const matches = await verifyPassword(attempt?.passwordHash, password).catch(async (error: unknown) => {
    // Too busy to look at the password: that was no failure of whoever typed it.
    if (attempt) await returnAttempt(db, attempt.id);
    throw error;
  });
  if (!attempt) return { outcome: 'shut' };
  return matches ? { outcome: 'right', attempt } : { outcome: 'wrong' };
}
