import type { User } from '../../../contract/accounts.ts';
import { recordChanges } from '../../audit/record-change.ts';
import type { Db } from '../../database/transaction.ts';
import { presentUser } from '../present-user.ts';
import { sessionLifetimeMs, signInHistoryLength } from '../rules.ts';
import type { Factor } from '../second-factor/rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';
import { deviceOf } from './device.ts';
import { insertSession, recordSignIn } from './sign-in.store.ts';

/** The source of a sign-in. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
}

/**
 * Records a sign-in and opens its session. The session's token is stored nowhere. Returns undefined when, in the
 * meantime, the account was deactivated, its password changed from the verified one (`verifiedHash`), or two-factor
 * sign-in was turned on or off.
 */
export async function openSession(
  trx: Db,
  userId: string,
  signIn: {
    verifiedHash: string | undefined;
    /** The means that proved the second factor; undefined for an account without one. */
    factor: Factor | undefined;
    rememberMe: boolean;
    client: Client;
    now: Date;
  },
): Promise<{ token: string; user: User } | undefined> {
  const { verifiedHash, factor, rememberMe, client, now } = signIn;
  const record = { ...client, verifiedHash, factor, now, historyLength: signInHistoryLength };
  const user = await recordSignIn(trx, userId, record);
  if (!user) return undefined;
  const token = newSecretToken();
  await insertSession(trx, {
    sid: hashOfToken(token),
    userId,
    lastUsedAt: now,
    expire: new Date(now.getTime() + sessionLifetimeMs(rememberMe)),
    confirmedAt: factor ? now : null,
    sess: { rememberMe, ...client, createdAt: now.toISOString() },
  });
  const details = { device: deviceOf(client.userAgent), ip: client.ip };
  await recordChanges({ clock: () => now }, trx, [
    { actorId: userId, action: 'signed_in', subject: 'user', subjectId: userId, details },
  ]);
  return { token, user: presentUser(user) };
}
