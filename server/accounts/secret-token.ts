import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, opaque to everybody: what opens a session and what the links in our mails carry. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token: its SHA-256, so that a stolen database opens nothing. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
