import type { User } from '../../../contract/accounts.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { findUserByName } from '../accounts.store.ts';
import { presentUser } from '../present-user.ts';

/** Returns an account by username or email, ignoring case. Throws 404. */
export async function findAccount({ db }: Pick<Services, 'db'>, name: string): Promise<User> {
  const user = await findUserByName(db, name);
  if (!user) throw new Refusal(404, `There is no account '${name}'.`);
  return presentUser(user);
}

/** Returns the id of an account by username or email, ignoring case; undefined when there is none. */
export async function findAccountId(db: Db, name: string): Promise<string | undefined> {
  return (await findUserByName(db, name))?.id;
}
