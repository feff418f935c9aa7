import { randomInt } from 'node:crypto';
import type { z } from 'zod/mini';
import type { User } from '../../../contract/accounts.ts';
import type { AddCustomerBody } from '../../../contract/customers.ts';
import { personName } from '../../../contract/values/person-name.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { sendAnyway } from '../../mail/send-to-address.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { welcomeMail } from '../mail-tokens/mails.ts';
import { savePasswordReset } from '../mail-tokens/store.ts';
import { presentUser } from '../present-user.ts';
import { addAccount } from '../registration/create-account.ts';
import { usernameFor, welcomeLinkMs } from '../rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';
import { findUser, findUserByName, hasPassword } from '../store.ts';

type Caller = z.output<typeof AddCustomerBody>;

/** The first try has no suffix. Ten tries fail only if nearly all suffixes of a name are taken. */
const mostTries = 10;

/**
 * Adds a customer who called: an account without a password, and an email with a link that sets one. The username comes
 * from the name. Throws 409 `email_taken`, which names the customer who has the email.
 */
export async function addCustomer(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  actorId: string,
  caller: Caller,
): Promise<User> {
  for (let attempt = 1; ; attempt++) {
    const suffix = attempt === 1 ? '' : String(randomInt(1_000, 10_000_000));
    const username = usernameFor(caller.firstName, caller.lastName, suffix);
    try {
      return await insertCustomer(services, actorId, { ...caller, username });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'email_taken') throw await emailTaken(services.db, caller.email);
      if (error.code !== 'username_taken' || attempt === mostTries) throw error;
    }
  }
}

async function insertCustomer(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  actorId: string,
  caller: Caller & { username: string },
): Promise<User> {
  return await inTransaction(services.db, async (trx) => {
    const row = await addAccount(trx, { ...caller, role: 'customer', passwordHash: null }, services.clock());
    const line = { actorId, action: 'account_added', subject: 'user', subjectId: row.id } as const;
    await recordChanges(services, trx, [line]);
    await services.jobs.enqueue(trx, 'send-welcome', { userId: row.id });
    return presentUser(row);
  });
}

/** Names the customer who has the email, so that the admin can open their page. */
async function emailTaken(db: Db, email: string): Promise<Refusal> {
  const owner = await findUserByName(db, email);
  const message = owner ? `${personName(owner)} already has this email.` : 'This email belongs to another account.';
  const customer = owner?.role === 'customer' ? { customerId: owner.id } : {};
  return new Refusal(409, message, { code: 'email_taken', errors: { email: message, ...customer } });
}

/**
 * Emails the link that sets the first password. The token is created here, so that no job row contains it; a retry creates
 * a new one. Does nothing once there is a password.
 */
export async function sendWelcome(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'mail'>,
  userId: string,
): Promise<void> {
  const { db, clock, settings } = services;
  const user = await findUser(db, userId);
  if (!user || (await hasPassword(db, userId))) return;
  const token = newSecretToken();
  const expires = new Date(clock().getTime() + welcomeLinkMs);
  const recipient = await savePasswordReset(db, userId, { hash: hashOfToken(token), expires });
  if (recipient) await sendAnyway(services, welcomeMail(settings, { ...recipient, firstName: user.firstName }, token));
}
