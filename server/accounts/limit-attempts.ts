import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { addressKey, checkRate, type RateLimit, windowsAt } from './rules.ts';
import { countAttempt } from './sign-in/store.ts';

type Database = Pick<Services, 'db' | 'clock'>;

/** Counts an attempt from an IP address, across all instances, and throws 429 when there were too many. */
export async function limitAttempts(services: Database, limit: RateLimit, ip: string): Promise<void> {
  await limitByKey(services, limit, addressKey(ip));
}

/** The same under any other key, such as an account. */
export async function limitByKey(services: Database, limit: RateLimit, key: string): Promise<void> {
  const check = checkRate(await count(services, limit, key), services.clock(), limit);
  if (!check.allowed) throw tooManyAttempts(check.retryAfterSeconds);
}

/**
 * Counts an attempt and returns whether its window had room. Two adjacent windows may each be used up; in return,
 * refused attempts never extend the wait.
 */
export async function isWithinLimit(services: Database, limit: RateLimit, key: string): Promise<boolean> {
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
