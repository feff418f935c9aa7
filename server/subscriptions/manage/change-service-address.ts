import { recordChanges } from '../../audit/record-change.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { changeSubscription, findLive } from '../subscriptions.store.ts';

/** Returns the service address of a customer's live plan (null: the account's address); undefined if there is none. */
export async function findPlanAddress(db: Db, customerId: string): Promise<{ address: string | null } | undefined> {
  return await findLive(db, customerId);
}

/**
 * Changes the service address of the customer's live plan and returns the earlier one. Stops made from now on go to the
 * new address; existing stops keep theirs. If `address` is undefined, only locks the plan, so that nobody else makes
 * its stops. Returns undefined if there is no live plan.
 */
export async function changeServiceAddress(
  services: Pick<Services, 'clock'>,
  trx: Db,
  customerId: string,
  { address, accountAddress }: { address: string | undefined; accountAddress: string | null },
): Promise<{ address: string | null } | undefined> {
  const plan = await findLive(trx, customerId, 'forUpdate');
  if (!plan) return undefined;
  const served = plan.address ?? accountAddress;
  if (address !== undefined && address !== plan.address) {
    await changeSubscription(trx, plan.id, { address, updatedAt: services.clock() });
  }
  if (address !== undefined && address !== served) {
    const about = { actorId: customerId, subject: 'subscription', subjectId: plan.id, action: 'edited' } as const;
    await recordChanges(services, trx, [{ ...about, details: { address: `${served ?? 'none'} to ${address}` } }]);
  }
  return { address: served };
}
