import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { addressKey, judgeRate, type RateLimit, windowsAt } from './rules.ts';
import { countAttempt } from './sign-in.store.ts';

/** Counts an attempt from an address, in the database that all instances share, and refuses it when there were too many. */
export async function limitAttempts(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  limit: RateLimit,
  ip: string,
): Promise<void> {
  const now = clock();
  const windows = windowsAt(now, limit.windowMs);
  const counted = await countAttempt(db, `${limit.name}:${addressKey(ip)}`, windows, limit.limit + 1);
  const judgement = judgeRate(counted, now, limit);
  if (judgement.allowed) return;
  throw new Refusal(429, 'Too many attempts. Please try again in a few minutes.', {
    code: 'too_many_attempts',
    retryAfterSeconds: judgement.retryAfterSeconds,
  });
}
