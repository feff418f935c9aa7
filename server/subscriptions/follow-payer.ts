import type { Services } from '../services.ts';
import { followBilling } from './follow-billing.ts';
import { listOfPayer } from './store.ts';

/** Brings every plan of one of the provider's customers in line with its books, also those that have ended. */
export async function followPayer(services: Services, stripeCustomerId: string): Promise<void> {
  for (const id of await listOfPayer(services.db, stripeCustomerId)) await followBilling(services, id);
}
