import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { KeyedQueues, Limiter } from '../limiter.ts';
import { addressKey } from '../rate-limits/rules.ts';

/** OWASP's parameters for Argon2id, the library's default algorithm (checked by the test). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One core stays free for everything else, or reads would take more than twice as long while strangers sign in. */
const maxRunning = Math.max(1, Math.min(2, availableParallelism() - 1));

/** One queue for the process: each hash takes 19 MiB and a core. */
const limiter = new Limiter(maxRunning, 100);

/** One IP address has at most two places in that queue, so that nobody waits behind many attempts of one stranger. */
const byAddress = new KeyedQueues(100, 2);

async function inTurn<T>(ip: string | null, work: () => Promise<T>): Promise<T> {
  const hash = () => limiter.run(work);
  return ip === null ? await hash() : await byAddress.run(addressKey(ip), hash);
}

/** A hash that no password matches, with the same parameters. Sign-ins without an account are verified against it. */
const dummyHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Hashes a password with Argon2id, for a request from `ip` (null: from the operator). Throws 503 when too many are waiting. */
export async function hashPassword(password: string, ip: string | null): Promise<string> {
  return await inTurn(ip, () => hash(normalize(password), parameters));
}

/** Whether the password matches the hash. Without a hash it returns false after the same amount of work. Throws as above. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
  ip: string,
): Promise<boolean> {
  const matches = await inTurn(ip, () => verify(passwordHash ?? dummyHash, normalize(password)));
  return matches && typeof passwordHash === 'string';
}

/** Keyboards encode accented letters differently; the same letters must be the same password. */
function normalize(password: string): string {
  return password.normalize('NFC');
}
