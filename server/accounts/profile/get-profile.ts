import type { User } from '../../../contract/accounts.ts';
import type { Services } from '../../services.ts';
import { presentUser } from '../present-user.ts';
import { notSignedIn } from '../sign-in/authorize.ts';
import { findUser } from '../store.ts';

/** Returns the signed-in user's own account. */
export async function getProfile({ db }: Pick<Services, 'db'>, userId: string): Promise<User> {
  const user = await findUser(db, userId);
  if (!user) throw notSignedIn();
  return presentUser(user);
}
