import { sendAnyway } from '../../mail/send-to-address.ts';
import type { Services } from '../../services.ts';
import { passwordChangedMail } from '../mail-tokens/mails.ts';
import { findUser } from '../store.ts';

/** Tells an address that the account's password was changed. */
export async function sendPasswordChanged(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'mail'>,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const { db, settings } = services;
  const user = await findUser(db, userId);
  if (user) await sendAnyway(services, passwordChangedMail(settings, { username: user.username, email }));
}
