import type { Services } from '../../services.ts';
import { deleteSession } from './store.ts';

/** Ends the caller's session; the user's other devices stay signed in. */
export async function logOut({ db }: Pick<Services, 'db'>, sid: string): Promise<void> {
  await deleteSession(db, sid);
}
