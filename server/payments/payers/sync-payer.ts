import { isDeletedEmail } from '../../../contract/values/deleted-account.ts';
import type { Services } from '../../services.ts';
import { nameOf } from './ensure-customer.ts';
import { findPayer } from './payers.store.ts';

/**
 * Brings the email address and name of the provider's customer in line with the user's. Does nothing before the first
 * payment. For a deleted account, the provider's customer has no email address and is named 'Deleted customer'.
 */
export async function syncPayer(services: Pick<Services, 'db' | 'payments'>, userId: string): Promise<void> {
  const payer = await findPayer(services.db, userId);
  if (!payer.stripeCustomerId) return;
  const email = isDeletedEmail(payer.email) ? '' : payer.email;
  await services.payments.updateCustomer(payer.stripeCustomerId, { email, name: nameOf(payer) });
}
