import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { countAttempt, deleteAttempts, readAttempts, uncountAttempt } from './rate-limits.store.ts';
import { addressKey, checkRate, type RateLimit, windowsAt } from './rules.ts';

type Database = Pick<Services, 'db' | 'clock'>;

/** Counts an attempt from an IP address, in the database that all instances share. Throws 429 after too many. */
export async function limitAttempts(services: Database, limit: RateLimit, ip: string): Promise<void> {
  await limitByKey(services, limit, addressKey(ip));
}

/** Counts an attempt under any other key, such as an account's id. Throws 429 after too many. */
export async function limitByKey(services: Database, limit: RateLimit, key: string): Promise<void> {
  const verdict = checkRate(await count(services, limit, key), services.clock(), limit);
  if (!verdict.allowed) throw tooManyAttempts(verdict.retryAfterSeconds);
}

/**
 * Counts an attempt. Returns true if its window had room for it. Around the boundary of two windows, both allowances
 * can be used up, but refused attempts never lengthen the wait.
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

/** The account that acts, and its IP address. */
export interface Caller {
  readonly id: string;
  readonly ip: string;
}

/** A person's limit per hour, and the error for an action beyond it. */
export interface HourlyCeiling {
  readonly name: string;
  readonly perPerson: number;
  /** The limit of one IP address, as a multiple of a person's. */
  readonly perAddress: number;
  readonly message: string;
  readonly code: string;
}

const hourMs = 60 * 60_000;

/**
 * Counts an action under its account and its IP address. Throws 429 when either has reached its limit. If a transaction
 * is passed as `db`, its rollback also reverts the count. Returns a function that reverts the count, for an action that
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
 * Counts an action under its IP address only. Returns whether the count is below an hourly limit, and a function that
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
  // A count above the limit isn't reverted: the counter stops there, however many attempts follow.
  return {
    isBelow: allowed,
    uncount: async () => (allowed ? await uncountAttempt(db, key, windows.current) : undefined),
  };
}

/** Throws 429 when the account or the IP address has reached its limit. Counts nothing. */
export async function requireBelowCeiling(services: Database, ceiling: HourlyCeiling, caller: Caller): Promise<void> {
  const now = services.clock();
  const windows = windowsAt(now, hourMs);
  for (const { key, ...limit } of limitsOf(ceiling, caller)) {
    const { current, previous } = await readAttempts(services.db, key, windows);
    const verdict = checkRate({ current: current + 1, previous }, now, limit);
    if (!verdict.allowed) throw tooMany(ceiling, verdict.retryAfterSeconds);
  }
}

/** Counts an action that has already happened. Returns true if the account has reached its limit now. */
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

/** How long counts are stored: longer than any window and the one before it. */
const storedMs = 3 * 60 * 60_000;

/** Deletes the counts of windows that no longer have an effect. */
export async function sweepAttempts({ db, clock }: Database): Promise<void> {
  await deleteAttempts(db, new Date(clock().getTime() - storedMs));
}
