import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { addressKey, checkRate, type RateLimit, windowsAt } from './rules.ts';
import { countAttempt, deleteAttempts } from './store.ts';

type Database = Pick<Services, 'db' | 'clock'>;

/** Counts an attempt from an IP address, in the database that all instances share. Throws 429 when there were too many. */
export async function limitAttempts(services: Database, limit: RateLimit, ip: string): Promise<void> {
  await limitByKey(services, limit, addressKey(ip));
}

/** The same for any other key, such as an account's id. */
export async function limitByKey(services: Database, limit: RateLimit, key: string): Promise<void> {
  const verdict = checkRate(await count(services, limit, key), services.clock(), limit);
  if (!verdict.allowed) throw tooManyAttempts(verdict.retryAfterSeconds);
}

/**
 * Counts an attempt and returns whether its window had room for it. Two windows in a row may be used up where they meet; in
 * return, refused attempts never lengthen the wait.
 */
export async function isWithinLimit(services: Database, limit: RateLimit, key: string): Promise<boolean> {
  return (await count(services, limit, key)).current <= limit.limit;
}

async function count({ db, clock }: Database, { name, limit, windowMs }: RateLimit, key: string) {
  return await countAttempt(db, `${name}:${key}`, windowsAt(clock(), windowMs), limit + 1);
}

export function tooManyAttempts(retryAfterSeconds: number): Refusal {
  const message = 'Too many attempts. Please try again in a few minutes.';
  return new Refusal(429, message, { code: 'too_many_attempts', retryAfterSeconds });
}

/** Longer than any window and the one before it. */
const storedMs = 60 * 60_000;

/** Deletes the counts of windows that have no effect any more. */
export async function sweepAttempts({ db, clock }: Database): Promise<void> {
  await deleteAttempts(db, new Date(clock().getTime() - storedMs));
}
