import { hash, verify } from '@node-rs/argon2';
import { Limiter } from '../limiter.ts';

/** OWASP's parameters for Argon2id, the library's default algorithm (checked by the test). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One queue for the process: each hash takes 19 MiB and a core. */
const limiter = new Limiter(2, 100);

/** A hash that no password matches, with the same parameters. Sign-ins without an account are verified against it. */
const dummyHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Hashes a password with Argon2id. Throws 503 when too many are waiting. */
export async function hashPassword(password: string): Promise<string> {
  return await limiter.run(() => hash(normalize(password), parameters));
}

/** Whether the password matches the hash. Without a hash it returns false after the same amount of work. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await limiter.run(() => verify(passwordHash ?? dummyHash, normalize(password)));
  return matches && typeof passwordHash === 'string';
}

/** Keyboards encode accented letters differently; the same letters must be the same password. */
function normalize(password: string): string {
  return password.normalize('NFC');
}
