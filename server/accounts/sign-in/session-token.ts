import { hashOfToken, newSecretToken } from '../secret-token.ts';

export function newSessionToken(): string {
  return newSecretToken();
}

/** The name that a session goes by in the database. */
export function sidOf(token: string): string {
  return hashOfToken(token);
}

/** The token of an `Authorization: Bearer …` header; undefined for anything that can be none of ours. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{43})$/i.exec(header ?? '')?.[1];
}
