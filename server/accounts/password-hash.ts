import { hash, verify } from '@node-rs/argon2';
import { Limiter } from '../limiter.ts';

/** OWASP's parameters for Argon2id, which is this library's default algorithm (the test holds it to that). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One process-wide queue: each hash takes 19 MiB and a core for its time, whoever asks for it. */
const limiter = new Limiter(2, 100);

/** A hash of no password, with the same parameters: what a sign-in without an account is verified against. */
const dummyHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export async function hashPassword(password: string): Promise<string> {
  return await limiter.run(() => hash(normalize(password), parameters));
}

/** Whether the password belongs to the hash. Without a hash the answer is no, after the same amount of work. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await limiter.run(() => verify(passwordHash ?? dummyHash, normalize(password)));
  return matches && typeof passwordHash === 'string';
}

/** Keyboards compose accented letters differently; the same letters must be the same password. */
function normalize(password: string): string {
  return password.normalize('NFC');
}
