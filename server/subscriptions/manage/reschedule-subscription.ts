import type { z } from 'zod/mini';
import type { RescheduleBody } from '../../../contract/pickups.ts';
import { reschedulePickup } from '../../pickups/dispatch/reschedule-pickup.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { listOpenStops } from '../occurrences/occurrences.store.ts';
import { requireAdminSubscription } from '../require-subscription.ts';
import type { AdminSubscriptionRow } from '../subscriptions.store.ts';

/**
 * Moves a subscription's next stop, and `nextPickupDate` with it. Throws 404, 409 (no next stop) and what
 * `reschedulePickup` throws.
 */
export async function rescheduleSubscription(
  services: Services,
  actorId: string,
  id: string,
  body: z.output<typeof RescheduleBody>,
): Promise<{ emailAttempted: boolean; emailSent: boolean; subscription: AdminSubscriptionRow }> {
  await requireAdminSubscription(services.db, id);
  const [next] = await listOpenStops(services.db, id);
  if (!next) throw new Refusal(409, 'This subscription has no upcoming pickup.');
  const { emailAttempted, emailSent } = await reschedulePickup(services, actorId, next.id, body);
  return { emailAttempted, emailSent, subscription: await requireAdminSubscription(services.db, id) };
}
