import type { Services } from '../../services.ts';
import { verifyPassword } from '../password-hash.ts';
import { failuresUntilLock, lockMs } from '../rules.ts';
import { recordWrongPassword } from './record-failure.ts';
import { type Claimant, type ReservedAttempt, releaseAttempt, reserveAttempt } from './sign-in.store.ts';

/** The source of a request. */
export interface Origin {
  readonly ip: string;
  /** The device's id, if it has signed in to an account before. */
  readonly device: string | undefined;
}

export type Verdict =
  /** The attempt still counts as a failure until the caller clears or releases it. */
  | { outcome: 'right'; attempt: ReservedAttempt }
  | { outcome: 'wrong' }
  /** The account doesn't exist, is locked or is deactivated. */
  | { outcome: 'unavailable' };

/**
 * Checks a password. A failure counts for the device if it has signed in to the account before, otherwise for the
 * account. For one origin, every outcome of a sign-in takes the same work: the same statements, one verification. A
 * signed-in person's wrong password is also recorded in the trail. Throws 503 when the server is too busy.
 */
export async function verifyAttempt(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  claimant: Claimant,
  password: string,
  origin: Origin,
): Promise<Verdict> {
  const attempt = await startAttempt({ db, clock }, claimant, origin);
  const matches = await verifyPassword(attempt?.passwordHash, password, origin.ip).catch(async (error: unknown) => {
    // The server was too busy to check the password, so this wasn't a failure.
    if (attempt) await releaseAttempt(db, attempt);
    throw error;
  });
  if (!attempt) return { outcome: 'unavailable' };
  if (matches) return { outcome: 'right', attempt };
  if ('id' in claimant) await recordWrongPassword({ db, clock }, claimant.id);
  return { outcome: 'wrong' };
}

/**
 * Counts an attempt as failed before anything is checked. The caller releases it when the password or code is right.
 * Returns undefined when the account doesn't exist, is locked or is deactivated.
 */
export async function startAttempt(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  claimant: Claimant,
  { device }: Origin,
): Promise<ReservedAttempt | undefined> {
  const now = clock();
  const lock = { afterFailures: failuresUntilLock, until: new Date(now.getTime() + lockMs) };
  return await reserveAttempt(db, claimant, now, lock, device);
}
