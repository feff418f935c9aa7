import type { Services } from '../../services.ts';
import { findPayer, type PayerRow, setProviderCustomer } from './payers.store.ts';

/** Returns the provider's id of a customer who is about to pay. The id is created once and saved on the account. */
export async function ensureCustomer(services: Services, userId: string): Promise<string> {
  const payer = await findPayer(services.db, userId);
  const { email, stripeCustomerId: known } = payer;
  const id = await services.payments.ensureCustomer({ userId, email, name: nameOf(payer), known });
  if (id !== known) await setProviderCustomer(services.db, userId, known, id);
  return id;
}

/** Returns the first and last name, or the username if both are missing. */
export function nameOf({ firstName, lastName, username }: PayerRow): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username;
}
