import { v7 as newId } from 'uuid';
import type { Role, User } from '../../../contract/accounts.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { insertUser, takenField, type UserRow } from '../accounts.store.ts';
import { isReservedEmail } from '../mail-tokens/email-changes.store.ts';
import { hashPassword } from '../password-hash.ts';
import { presentUser } from '../present-user.ts';

export interface NewAccount {
  role: Role;
  username: string;
  email: string;
  password: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  address: string | null;
  /** True for an account of the demo, whose credentials are public. */
  isDemo?: boolean;
}

/** Creates an account from validated values. Throws 409 for a taken username or email, even in a race. */
export async function createAccount({ db, clock }: Pick<Services, 'db' | 'clock'>, account: NewAccount): Promise<User> {
  const { password, ...rest } = account;
  const passwordHash = await hashPassword(password, null);
  const row = await inTransaction(db, async (trx) => await addAccount(trx, { ...rest, passwordHash }, clock()));
  return presentUser(row);
}

/**
 * Inserts an account in the caller's transaction. The caller hashes the password beforehand, because hashing would keep
 * the transaction open too long. Nobody can sign in to an account without a hash. Throws 409 for a taken username or
 * email.
 */
export async function addAccount(
  trx: Db,
  account: Omit<NewAccount, 'password'> & { passwordHash: string | null },
  now: Date,
): Promise<UserRow> {
  const { role, username, email, passwordHash, firstName, lastName, phone, address, isDemo = false } = account;
  const row = await refuseTaken(() =>
    insertUser(trx, {
      id: newId(),
      ...{ role, username, email, passwordHash, firstName, lastName, phone, address, isDemo },
      ...{ createdAt: now, updatedAt: now },
    }),
  );
  await refuseReservedEmail(trx, row, now);
  return row;
}

/**
 * Throws 409 for an address that another account may still get back. Called after the write: the write waits for a
 * concurrent change that frees the address, and this check then sees that change.
 */
export async function refuseReservedEmail(
  trx: Db,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  now: Date,
): Promise<void> {
  if (await isReservedEmail(trx, email, id, now)) throw takenError('email');
}

/** Turns a unique violation into a 409 that names the field. */
export async function refuseTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const field = takenField(error);
    if (!field) throw error;
    throw takenError(field);
  }
}

function takenError(field: 'username' | 'email'): Refusal {
  const message = field === 'username' ? 'Username is already taken' : 'Email is already registered';
  return new Refusal(409, message, { code: `${field}_taken`, errors: { [field]: message } });
}
