import { v7 as newId } from 'uuid';
import type { Role, User } from '../../../contract/accounts.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { hashPassword } from '../password-hash.ts';
import { presentUser } from '../present-user.ts';
import { insertUser, takenField } from '../store.ts';
import type { UserRow } from '../user-row.ts';

export interface NewAccount {
  role: Role;
  username: string;
  email: string;
  password: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  address: string | null;
  /** Made by the demo, whose sign-ins are public. */
  isDemo?: boolean;
}

/** Makes an account from values that have been validated. A taken username or e-mail is a 409, also in a race. */
export async function createAccount({ db, clock }: Pick<Services, 'db' | 'clock'>, account: NewAccount): Promise<User> {
  const { password, ...rest } = account;
  const passwordHash = await hashPassword(password);
  return presentUser(await addAccount(db, { ...rest, passwordHash }, clock()));
}

/** The part of it that is one statement, for a caller who has a transaction open: hashing would hold that up. */
export async function addAccount(
  db: Db,
  account: Omit<NewAccount, 'password'> & { passwordHash: string },
  now: Date,
): Promise<UserRow> {
  const { role, username, email, passwordHash, firstName, lastName, phone, address, isDemo = false } = account;
  return await refuseTaken(() =>
    insertUser(db, {
      id: newId(),
      ...{ role, username, email, passwordHash, firstName, lastName, phone, address, isDemo },
      ...{ createdAt: now, updatedAt: now },
    }),
  );
}

/** Turns the database's unique violation into the refusal that names the field. */
export async function refuseTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const field = takenField(error);
    if (!field) throw error;
    const message = field === 'username' ? 'Username is already taken' : 'Email is already registered';
    throw new Refusal(409, message, { code: `${field}_taken`, errors: { [field]: message } });
  }
}
