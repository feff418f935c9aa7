import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { addressKey, checkRate, type RateLimit, windowsAt } from './rules.ts';
import { countAttempt, deleteAttempts, readAttempts, uncountAttempt } from './store.ts';

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
 * Counts an attempt and returns whether its window had room for it. Around the boundary of two windows, both can be
 * used up. In return, refused attempts never lengthen the wait.
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

/** Who acts: an account, from an IP address. */
export interface Caller {
  readonly id: string;
  readonly ip: string;
}

/** What one person may do in an hour, and the message beyond that. */
export interface HourlyCeiling {
  readonly name: string;
  readonly perPerson: number;
  /** The ceiling of one IP address, as a multiple of a person's. */
  readonly perAddress: number;
  readonly message: string;
  readonly code: string;
}

const hourMs = 60 * 60_000;

/**
 * Counts an action under its account and its IP address. Throws 429 when either did too much. Inside a transaction,
 * pass it as `db`: what is rolled back is not counted. Returns a function that reverts the count, for an action that
 * turned out harmless.
 */
export async function limitPerHour(
  services: Database,
  ceiling: HourlyCeiling,
  caller: Caller,
): Promise<{ uncount: () => Promise<void> }> {
  const now = services.clock();
  const windows = windowsAt(now, hourMs);
  const limits = limitsOf(ceiling, caller);
  for (const { key, ...limit } of limits) {
    const verdict = checkRate(await countAttempt(services.db, key, windows, limit.limit + 1), now, limit);
    if (!verdict.allowed) throw tooMany(ceiling, verdict.retryAfterSeconds);
  }
  const uncount = async () => {
    for (const { key } of limits) await uncountAttempt(services.db, key, windows.current);
  };
  return { uncount };
}

/**
 * Counts an action under its IP address alone. Returns whether it is below an hourly ceiling, and a function that
 * reverts the count.
 */
export async function countAtAddress(
  { db, clock }: Database,
  name: string,
  limit: number,
  ip: string,
): Promise<{ isBelow: boolean; uncount: () => Promise<void> }> {
  const now = clock();
  const windows = windowsAt(now, hourMs);
  const key = `${name}-address:${addressKey(ip)}`;
  const counted = await countAttempt(db, key, windows, limit + 1);
  const { allowed } = checkRate(counted, now, { name, limit, windowMs: hourMs });
  // A count above the ceiling isn't reverted: the counter stops there and stands for any number of attempts.
  return {
    isBelow: allowed,
    uncount: async () => (allowed ? await uncountAttempt(db, key, windows.current) : undefined),
  };
}

/** Throws 429 when the account or the IP address has used up its ceiling. Counts nothing. */
export async function requireBelowCeiling(services: Database, ceiling: HourlyCeiling, caller: Caller): Promise<void> {
  const now = services.clock();
  const windows = windowsAt(now, hourMs);
  for (const { key, ...limit } of limitsOf(ceiling, caller)) {
    const { current, previous } = await readAttempts(services.db, key, windows);
    const verdict = checkRate({ current: current + 1, previous }, now, limit);
    if (!verdict.allowed) throw tooMany(ceiling, verdict.retryAfterSeconds);
  }
}

/** Counts what has already happened. Returns whether the account has used up its ceiling now. */
export async function countPerHour(services: Database, ceiling: HourlyCeiling, id: string): Promise<boolean> {
  const now = services.clock();
  const limit = { name: ceiling.name, limit: ceiling.perPerson, windowMs: hourMs };
  const { current, previous } = await count(services, limit, id);
  return !checkRate({ current: current + 1, previous }, now, limit).allowed;
}

function limitsOf({ name, perPerson, perAddress }: HourlyCeiling, { id, ip }: Caller) {
  const address = { name: `${name}-address`, limit: perPerson * perAddress, windowMs: hourMs };
  return [
    { name, limit: perPerson, windowMs: hourMs, key: `${name}:${id}` },
    { ...address, key: `${address.name}:${addressKey(ip)}` },
  ];
}

function tooMany({ message, code }: HourlyCeiling, retryAfterSeconds: number): Refusal {
  return new Refusal(429, message, { code, retryAfterSeconds });
}

/** Longer than any window and the one before it. */
const storedMs = 3 * 60 * 60_000;

/** Deletes the counts of windows that no longer have an effect. */
export async function sweepAttempts({ db, clock }: Database): Promise<void> {
  await deleteAttempts(db, new Date(clock().getTime() - storedMs));
}
