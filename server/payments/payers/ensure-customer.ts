import type { Services } from '../../services.ts';
import { findPayer, setProviderCustomer } from './store.ts';

/** The provider's id of a customer who is about to pay. It is created once and saved on the account. */
export async function ensureCustomer(services: Services, userId: string): Promise<string> {
  const { email, firstName, lastName, username, stripeCustomerId: known } = await findPayer(services.db, userId);
  const name = [firstName, lastName].filter(Boolean).join(' ') || username;
  const id = await services.payments.ensureCustomer({ userId, email, name, known });
  if (id !== known) await setProviderCustomer(services.db, userId, known, id);
  return id;
}
