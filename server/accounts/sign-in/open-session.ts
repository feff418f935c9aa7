import type { Db } from '../../database/transaction.ts';
import { sessionLifetimeMs } from '../rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';
import { insertSession } from './store.ts';

/** Where a sign-in comes from. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
}

/** Opens a session and returns its token, which is stored nowhere. */
export async function openSession(
  trx: Db,
  userId: string,
  { rememberMe, client, now }: { rememberMe: boolean; client: Client; now: Date },
): Promise<string> {
  const token = newSecretToken();
  await insertSession(trx, {
    sid: hashOfToken(token),
    userId,
    expire: new Date(now.getTime() + sessionLifetimeMs(rememberMe)),
    sess: { rememberMe, ...client, createdAt: now.toISOString() },
  });
  return token;
}
