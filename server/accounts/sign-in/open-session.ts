import type { Db } from '../../database/transaction.ts';
import { sessionLifetimeMs } from '../rules.ts';
import { newSessionToken, sidOf } from './session-token.ts';
import { insertSession } from './store.ts';

/** Where a sign-in comes from. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
}

/** Opens a session and answers its token, which exists nowhere else from then on. */
export async function openSession(
  trx: Db,
  userId: string,
  { rememberMe, client, now }: { rememberMe: boolean; client: Client; now: Date },
): Promise<string> {
  const token = newSessionToken();
  await insertSession(trx, {
    sid: sidOf(token),
    userId,
    expire: new Date(now.getTime() + sessionLifetimeMs(rememberMe)),
    sess: { rememberMe, ...client, createdAt: now.toISOString() },
  });
  return token;
}
