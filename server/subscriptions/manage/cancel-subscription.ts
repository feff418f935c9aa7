import type { Services } from '../../services.ts';
import type { AdminSubscriptionRow } from '../subscriptions.store.ts';
import { updateSubscription } from './update-subscription.ts';

/** Ends service and billing immediately. Does nothing if the subscription is already cancelled. Throws 404. */
export async function cancelSubscription(
  services: Services,
  actorId: string,
  id: string,
): Promise<AdminSubscriptionRow> {
  return await updateSubscription(services, actorId, id, { status: 'cancelled' });
}
