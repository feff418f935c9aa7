import { randomInt } from 'node:crypto';
import type { z } from 'zod/mini';
import type { User } from '../../../contract/accounts.ts';
import type { AddCustomerBody } from '../../../contract/customers.ts';
import { personName } from '../../../contract/values/person-name.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services, WritesMessages } from '../../services.ts';
import { findUser, findUserByName, hasPassword } from '../accounts.store.ts';
import { savePasswordReset } from '../mail-tokens/mail-tokens.store.ts';
import { presentUser } from '../present-user.ts';
import { addAccount } from '../registration/create-account.ts';
import { usernameFor, welcomeLinkMs } from '../rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';
import { writeAccountMessage } from '../write-account-message.ts';

type Caller = z.output<typeof AddCustomerBody>;

/** The first try has no suffix. Ten tries fail only if nearly all suffixes of the name are taken. */
const mostTries = 10;

/**
 * Adds an account without a password for a customer who called, and emails a link to set one. The username is made from
 * the name. Throws 409 `email_taken`, which names the customer who has the email.
 */
export async function addCustomer(
  services: Pick<Services, 'db'> & WritesMessages,
  actorId: string,
  caller: Caller,
): Promise<User> {
  try {
    return await withFreeUsername(caller, async (username) => {
      return await inTransaction(services.db, async (trx) => {
        const customer = await insertCustomer(services, trx, { ...caller, username }, { actorId });
        await writeAccountMessage(services, trx, 'first-password', customer.id);
        return customer;
      });
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'email_taken') throw await emailTaken(services.db, caller.email);
    throw error;
  }
}

/** Calls `make`, a transaction, with usernames made from the name until one is free. Throws the 409 of the last try. */
export async function withFreeUsername<T>(
  { firstName, lastName }: Pick<Caller, 'firstName' | 'lastName'>,
  make: (username: string) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const suffix = attempt === 1 ? '' : String(randomInt(1_000, 10_000_000));
    try {
      return await make(usernameFor(firstName, lastName, suffix));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'username_taken' || attempt === mostTries) throw error;
    }
  }
}

/**
 * Inserts a customer's account without a password, with a line in the trail. `file` is the name of the imported file
 * that contains the customer. Sends no email. Throws 409 `username_taken` or `email_taken`, after which the transaction
 * can only be rolled back.
 */
export async function insertCustomer(
  services: Pick<Services, 'clock'>,
  trx: Db,
  customer: Caller & { username: string },
  { actorId, file }: { actorId: string; file?: string },
): Promise<User> {
  const row = await addAccount(trx, { ...customer, role: 'customer', passwordHash: null }, services.clock());
  const line = { actorId, action: 'account_added', subject: 'user', subjectId: row.id } as const;
  await recordChanges(services, trx, [{ ...line, ...(file !== undefined && { details: { file } }) }]);
  return presentUser(row);
}

/** Returns a refusal that names the customer who has the email, so that the admin can open the customer's page. */
async function emailTaken(db: Db, email: string): Promise<Refusal> {
  const owner = await findUserByName(db, email);
  const message = owner ? `${personName(owner)} already has this email.` : 'This email belongs to another account.';
  const customer = owner?.role === 'customer' ? { customerId: owner.id } : {};
  return new Refusal(409, message, { code: 'email_taken', errors: { email: message, ...customer } });
}

/**
 * Makes the token that sets the first password. Called when the email is sent, so that no stored message contains the
 * token. A retry makes a new token. Returns undefined for an account that has a password, is gone or is deactivated.
 */
export async function makeFirstPasswordLink(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
): Promise<{ username: string; email: string; firstName: string | null; token: string } | undefined> {
  const user = await findUser(db, userId);
  if (!user || (await hasPassword(db, userId))) return undefined;
  const token = newSecretToken();
  const expires = new Date(clock().getTime() + welcomeLinkMs);
  const recipient = await savePasswordReset(db, userId, { hash: hashOfToken(token), expires });
  return recipient && { ...recipient, firstName: user.firstName, token };
}
