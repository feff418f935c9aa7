import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { KeyedQueues, Limiter } from '../limiter.ts';
import { addressKey } from '../rate-limits/rules.ts';

/** OWASP's parameters for Argon2id, the library's default algorithm (checked by the test). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Leaves one core free for everything else. Otherwise, many sign-ins would make reads more than twice as slow. */
const maxRunning = Math.max(1, Math.min(2, availableParallelism() - 1));

/** One queue for the process: each hash takes 19 MiB and a core. */
const limiter = new Limiter(maxRunning, 100);

/** Gives an IP address at most two places in that queue, so that nobody waits behind many attempts of one stranger. */
const byAddress = new KeyedQueues(100, 2);

async function inTurn<T>(ip: string | null, work: () => Promise<T>): Promise<T> {
  const hash = () => limiter.run(work);
  return ip === null ? await hash() : await byAddress.run(addressKey(ip), hash);
}

/** A hash with the same parameters that no password matches. Sign-ins without an account are verified against it. */
const dummyHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Hashes a password with Argon2id. `ip` is null when no request asks for it. Throws 503 when too many are waiting. */
export async function hashPassword(password: string, ip: string | null): Promise<string> {
  return await inTurn(ip, () => hash(normalize(password), parameters));
}

/** Returns whether the password matches: false, after the same work, if there is no hash. Throws as `hashPassword`. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
  ip: string,
): Promise<boolean> {
  const matches = await inTurn(ip, () => verify(passwordHash ?? dummyHash, normalize(password)));
  return matches && typeof passwordHash === 'string';
}

/** Normalizes a password: keyboards encode accented letters differently, but the same letters are the same password. */
function normalize(password: string): string {
  return password.normalize('NFC');
}
