import type { Services } from '../../services.ts';
import { listPaymentsOfPickup } from '../payments.store.ts';
import { syncRefunds } from './sync-refunds.ts';

/**
 * Records the refunds of every charge of a pickup: a person may have made some in the provider's own screens. Throws 503
 * while the provider is unavailable.
 */
export async function syncPickupRefunds(services: Services, pickupId: string): Promise<void> {
  for (const { stripePaymentIntentId: intentId } of await listPaymentsOfPickup(services.db, pickupId)) {
    if (intentId) await syncRefunds(services, intentId);
  }
}
