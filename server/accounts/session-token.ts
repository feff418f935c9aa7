import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, opaque to everybody. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token: its SHA-256, so that a stolen database opens no session. */
export function sidOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The token of an `Authorization: Bearer …` header; undefined for anything that can be none of ours. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{43})$/i.exec(header ?? '')?.[1];
}
