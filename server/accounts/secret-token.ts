import { hash, randomBytes } from 'node:crypto';

/** A random token of 256 bits, for sessions and for the links in our emails. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A token's SHA-256. Only this is stored, so a stolen database opens nothing. */
export function hashOfToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
