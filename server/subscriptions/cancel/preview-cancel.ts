import type { z } from 'zod/mini';
import type { CancelPreview } from '../../../contract/plan/cancel.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { readVisitsUntil } from '../plan-page/read-visits.ts';
import { findSubscription } from '../subscriptions.store.ts';
import { requireEnd } from './cancel-plan.ts';
import { readCreditAtEnd } from './read-credit-at-end.ts';
import { syncCurrentMonth } from './sync-current-month.ts';

/** Returns the effects of cancelling a plan now. Throws 404, and 409 `ended` or `renewing`. */
export async function previewCancel(
  services: Services,
  subscriptionId: string,
): Promise<z.input<typeof CancelPreview>> {
  await syncCurrentMonth(services, subscriptionId);
  const plan = await findSubscription(services.db, subscriptionId);
  if (!plan) throw new Refusal(404, 'Subscription not found');
  const endsAt = requireEnd(plan, services.clock());
  const visits = endsAt ? await readVisitsUntil(services, services.db, plan, endsAt) : [];
  const made = visits.filter(({ state }) => state === 'scheduled');
  return {
    endsAt: endsAt?.toISOString() ?? null,
    visits: made.map(({ day, movedTo }) => movedTo ?? day),
    credit: centsToText(await readCreditAtEnd(services, services.db, plan, endsAt)),
    dropsPending: plan.pendingPackageType !== null,
  };
}
