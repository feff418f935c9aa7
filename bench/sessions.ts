import type pg from 'pg';
import { hashOfToken, newSecretToken } from '../server/accounts/secret-token.ts';

/** Opens a session for each of the accounts, past the sign-in: a bench is not there to wait for password hashes. */
export async function openSessions(client: pg.Client, userIds: readonly string[]): Promise<string[]> {
  const tokens = userIds.map(() => newSecretToken());
  await client.query(
    `INSERT INTO sessions ("sid", "sess", "expire", "userId")
     SELECT sid, '{}', now() + interval '1 day', user_id FROM unnest($1::text[], $2::uuid[]) AS given (sid, user_id)`,
    [tokens.map(hashOfToken), userIds],
  );
  return tokens;
}
