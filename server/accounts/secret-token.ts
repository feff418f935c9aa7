import { hash, randomBytes } from 'node:crypto';

/** Returns a random token of 256 bits, for sessions and for the links in our emails. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns a token's SHA-256 hash. Only the hash is stored, so a stolen database gives no access. */
export function hashOfToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
