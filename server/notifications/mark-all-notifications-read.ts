import type { Services } from '../services.ts';
import { setAllRead } from './store.ts';

/** Marks everything that a person has not read yet. */
export async function markAllNotificationsRead({ db }: Pick<Services, 'db'>, userId: string): Promise<void> {
  await setAllRead(db, userId);
}
