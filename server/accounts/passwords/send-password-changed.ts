import type { Services } from '../../services.ts';
import { passwordChangedMail } from '../mail-tokens/mails.ts';
import { findUser } from '../store.ts';

/** Tells an address that the account's password was changed. */
export async function sendPasswordChanged(
  { db, settings, mail }: Pick<Services, 'db' | 'settings' | 'mail'>,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const user = await findUser(db, userId);
  if (user) await mail.send(passwordChangedMail(settings, { username: user.username, email }));
}
