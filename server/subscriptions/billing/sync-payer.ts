import type { Services } from '../../services.ts';
import { listOfPayer } from '../store.ts';
import { syncBilling } from './sync-billing.ts';

/** Brings every plan of one of the provider's customers in line with its books, also those that have ended. */
export async function syncPayer(services: Services, stripeCustomerId: string): Promise<void> {
  for (const id of await listOfPayer(services.db, stripeCustomerId)) await syncBilling(services, id);
}
