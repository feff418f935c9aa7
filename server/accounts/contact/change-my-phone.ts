import type { User } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/transaction.ts';
import { limitByKey } from '../../rate-limits/limit-attempts.ts';
import type { Services } from '../../services.ts';
import { presentUser } from '../present-user.ts';
import { contactLimit } from '../rules.ts';
import { notSignedIn } from '../sign-in/authorize.ts';
import { saveProfile } from './change-contact.ts';
import { lockContact } from './contact.store.ts';

/** Changes a staff member's own phone number, with a line in the trail. Throws 429. */
export async function changeMyPhone(
  services: Pick<Services, 'db' | 'clock'>,
  userId: string,
  phone: string,
): Promise<User> {
  await limitByKey(services, contactLimit, userId);
  return await inTransaction(services.db, async (trx) => {
    const before = await lockContact(trx, userId);
    if (!before) throw notSignedIn();
    return presentUser(await saveProfile(services, trx, before, { phone }));
  });
}
