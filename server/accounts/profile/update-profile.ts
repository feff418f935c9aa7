import * as z from 'zod/mini';
import type { UpdateMeBody } from '../../../contract/accounts/forms.ts';
import type { User } from '../../../contract/accounts.ts';
import { Email, Username } from '../../../contract/values/account-fields.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { isRefusedEmail } from '../../mail/send-to-address.ts';
import { limitByKey } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services, WritesMessages } from '../../services.ts';
import { findUser, lockUser, setProfile, type UserRow } from '../accounts.store.ts';
import { withOwnPassword, wrongPassword } from '../passwords/verify-own-password.ts';
import { presentUser } from '../present-user.ts';
import { refuseReservedEmail, refuseTaken } from '../registration/create-account.ts';
import { verificationMailLimit } from '../rules.ts';
import { notSignedIn } from '../sign-in/authorize.ts';
import { clearAttempts, lockIfPasswordIs, type ReservedAttempt } from '../sign-in/sign-in.store.ts';
import type { Origin } from '../sign-in/verify-attempt.ts';
import { recordEmailChange } from './record-email-change.ts';

/** Returns the signed-in user's own account. */
export async function getProfile({ db }: Pick<Services, 'db'>, userId: string): Promise<User> {
  const user = await findUser(db, userId);
  if (!user) throw notSignedIn();
  return presentUser(user);
}

/** Returns the signed-in user's own account, with `emailRefused` if the mail server refuses its address. */
export async function getProfileWithRefusal(services: Pick<Services, 'db'>, userId: string): Promise<User> {
  const user = await getProfile(services, userId);
  return (await isRefusedEmail(services.db, user.email)) ? { ...user, emailRefused: true } : user;
}

interface Changes {
  username?: string;
  email?: string;
}

type ProfileServices = Pick<Services, 'db'> & WritesMessages;

/**
 * Changes the signed-in user's username and email. Changed values must satisfy the registration rules. Unchanged values
 * need not, so that older accounts can change one of them. A new address must be verified again, and the old address
 * gets a link that undoes the change. Throws 400 (an invalid value or a wrong `currentPassword`), 409 (taken) and 429.
 */
export async function updateProfile(
  services: ProfileServices,
  userId: string,
  body: z.output<typeof UpdateMeBody>,
  origin: Origin,
): Promise<User> {
  const user = await findUser(services.db, userId);
  if (!user) throw notSignedIn();
  const username = readChange(Username, body.username, user.username);
  const email = readChange(Email, body.email, user.email);
  refuseInvalid({ username, email });
  const changes = {
    ...(username.data !== undefined && { username: username.data }),
    ...(email.data !== undefined && { email: email.data }),
  };
  const { currentPassword: password } = body;
  if (password === undefined) return presentUser(await saveChanges(services, user, changes));
  return await withOwnPassword(services, { ...origin, userId, password }, async (attempt) =>
    presentUser(await saveChanges(services, user, changes, attempt)),
  );
}

/** Saves the changes. `attempt` is set if the request contained the current password and it was right. */
async function saveChanges(
  services: ProfileServices,
  user: UserRow,
  changes: Changes,
  attempt?: ReservedAttempt,
): Promise<UserRow> {
  const { db, clock, jobs } = services;
  if (attempt) await clearAttempts(db, attempt);
  if (Object.keys(changes).length === 0) return user;
  if (changes.email !== undefined) await limitByKey(services, verificationMailLimit, user.id);
  return await inTransaction(db, async (trx) => {
    const before = await lockUser(trx, user.id);
    if (!before) throw notSignedIn();
    if (attempt && !(await lockIfPasswordIs(trx, user.id, attempt.passwordHash))) throw wrongPassword();
    const now = clock();
    const updated = await refuseTaken(() => setProfile(trx, user.id, changes, now));
    if (!updated) throw notSignedIn();
    await recordProfileChanges(services, trx, before, changes);
    if (before.email !== updated.email) {
      await refuseReservedEmail(trx, updated, now);
      await recordEmailChange(services, trx, { before, newEmail: updated.email, isConfirmed: attempt !== undefined });
    }
    await jobs.enqueue(trx, 'sync-payer', { userId: user.id });
    return updated;
  });
}

async function recordProfileChanges(
  services: Pick<Services, 'clock'>,
  trx: Db,
  user: UserRow,
  changes: { username?: string; email?: string },
): Promise<void> {
  for (const field of ['username', 'email'] as const) {
    const to = changes[field];
    if (to === undefined) continue;
    const details = { from: user[field], to };
    const about = { actorId: user.id, subject: 'user', subjectId: user.id, details } as const;
    await recordChanges(services, trx, [{ ...about, action: `${field}_changed` }]);
  }
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
