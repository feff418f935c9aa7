import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { addressKey, checkRate, type RateLimit, windowsAt } from './rules.ts';
import { countAttempt } from './sign-in/store.ts';

type Database = Pick<Services, 'db' | 'clock'>;

/** Counts an attempt from an address, in the database that all instances share, and refuses it when there were too many. */
export async function limitAttempts(services: Database, limit: RateLimit, ip: string): Promise<void> {
  await limitTimes(services, limit, addressKey(ip));
}

/** The same, counted under any other key, such as an account. */
export async function limitTimes(services: Database, limit: RateLimit, key: string): Promise<void> {
  const judgement = checkRate(await count(services, limit, key), services.clock(), limit);
  if (!judgement.allowed) throw tooManyAttempts(judgement.retryAfterSeconds);
}

/**
 * Counts an attempt and says whether its window had room for it. Two windows may be used up in a row where they meet;
 * in return, asking in vain never makes the wait longer.
 */
export async function hasRoom(services: Database, limit: RateLimit, key: string): Promise<boolean> {
  return (await count(services, limit, key)).current <= limit.limit;
}

async function count({ db, clock }: Database, { name, limit, windowMs }: RateLimit, key: string) {
  return await countAttempt(db, `${name}:${key}`, windowsAt(clock(), windowMs), limit + 1);
}

export function tooManyAttempts(retryAfterSeconds: number): Refusal {
  return new Refusal(429, 'Too many attempts. Please try again in a few minutes.', {
    code: 'too_many_attempts',
    retryAfterSeconds,
  });
}
