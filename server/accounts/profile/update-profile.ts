import * as z from 'zod/mini';
import { Email, type UpdateMeBody, type User, Username } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/transaction.ts';
import { limitByKey } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { presentUser } from '../present-user.ts';
import { refuseTaken } from '../registration/create-account.ts';
import { verificationMailLimit } from '../rules.ts';
import { notSignedIn } from '../sign-in/authorize.ts';
import { findUser, setProfile } from '../store.ts';

/** Returns the signed-in user's own account. */
export async function getProfile({ db }: Pick<Services, 'db'>, userId: string): Promise<User> {
  const user = await findUser(db, userId);
  if (!user) throw notSignedIn();
  return presentUser(user);
}

/**
 * Changes the signed-in user's username and email. Changed values must satisfy the registration rules; unchanged values
 * need not, so that older accounts can still change the other one. A new address must be verified again.
 */
export async function updateProfile(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  userId: string,
  body: z.output<typeof UpdateMeBody>,
): Promise<User> {
  const { db, clock, jobs } = services;
  const user = await findUser(db, userId);
  if (!user) throw notSignedIn();
  const username = readChange(Username, body.username, user.username);
  const email = readChange(Email, body.email, user.email);
  refuseInvalid({ username, email });
  const changes = {
    ...(username.data !== undefined && { username: username.data }),
    ...(email.data !== undefined && { email: email.data }),
  };
  if (Object.keys(changes).length === 0) return presentUser(user);
  if (changes.email !== undefined) await limitByKey(services, verificationMailLimit, userId);
  return await inTransaction(db, async (trx) => {
    const updated = await refuseTaken(() => setProfile(trx, userId, changes, clock()));
    if (!updated) throw notSignedIn();
    if (changes.email !== undefined) await jobs.enqueue(trx, 'send-verification', { userId });
    await jobs.enqueue(trx, 'sync-payer', { userId });
    return presentUser(updated);
  });
}

type Change = { data: string; message?: undefined } | { data: undefined; message: string | undefined };

/** Parses a value that differs from the stored one; emails are compared ignoring case. */
function readChange(schema: typeof Username | typeof Email, value: string | undefined, stored: string): Change {
  const unchanged =
    value === undefined ||
    value.trim() === stored ||
    (schema === Email && value.trim().toLowerCase() === stored.toLowerCase());
  if (unchanged) return { data: undefined, message: undefined };
  const parsed = z.safeParse(schema, value);
  return parsed.success ? { data: parsed.data } : { data: undefined, message: parsed.error.issues[0]?.message };
}

function refuseInvalid(changes: Record<string, Change>): void {
  const errors: Record<string, string> = {};
  for (const [field, { message }] of Object.entries(changes)) {
    if (message !== undefined) errors[field] = message;
  }
  const [first] = Object.values(errors);
  if (first !== undefined) throw new Refusal(400, first, { errors });
}
