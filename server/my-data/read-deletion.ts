import type { z } from 'zod/mini';
import type { DeletionBlock, DeletionPreview } from '../../contract/my-data.ts';
import { changeOptionsOf } from '../../contract/values/change-policy.ts';
import { centsToText } from '../../contract/values/money.ts';
import { dateKeyOf, formatDateKey } from '../../contract/values/time/dates.ts';
import { readPaidFor, refundOf } from '../booking/changes/read-change-options.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import type { Paid } from '../payments/refunds/read-paid.ts';
import { sumUnspentOf } from '../payments/unspent/refund-unspent.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { lockUnfinishedPickups } from '../pickups/places/move-to-address.ts';
import { readChangeFacts } from '../routing/read-change-facts.ts';
import type { Services } from '../services.ts';
import {
  lockPlanOfAccount,
  type PlanWithAccount,
  syncMonthOfAccount,
} from '../subscriptions/cancel/end-with-account.ts';
import { hasDispute } from './my-data.store.ts';
import { decidePickup, openDisputeDays } from './rules.ts';

interface Cancelled {
  readonly pickup: PickupRow;
  readonly paid: Paid | null;
  readonly refundCents: number;
}

/** The effects of a deletion, as of now. Money is in cents. */
export interface Deletion {
  /** The one-time pickups that are cancelled, earliest first. */
  readonly cancelled: readonly Cancelled[];
  /** The unfinished stops of plans. */
  readonly planStops: readonly PickupRow[];
  readonly plan: PlanWithAccount | undefined;
  readonly unspentCents: number;
  readonly refundCents: number;
  readonly blocks: readonly { code: DeletionBlock; message: string }[];
}

/** Returns the effects that deleting the account would have now, for its customer. */
export async function previewDeletion(
  services: Services,
  customerId: string,
): Promise<z.input<typeof DeletionPreview>> {
  await syncMonthOfAccount(services, customerId);
  const deletion = await inTransaction(services.db, (trx) => lockDeletion(services, trx, customerId));
  const { cancelled, planStops, plan, unspentCents, refundCents, blocks } = deletion;
  return {
    pickups: cancelled.map(({ pickup, paid, refundCents }) => ({
      ...{ id: pickup.id, day: pickup.scheduledDay, address: pickup.address, bagCount: pickup.bagCount },
      paid: paid && centsToText(paid.paidCents),
      refund: centsToText(refundCents),
    })),
    plan: plan
      ? {
          name: plan.name,
          paidUntil: plan.plan.currentPeriodEnd?.toISOString() ?? null,
          visits: planStops.length,
          credit: centsToText(plan.creditCents),
        }
      : null,
    unspent: centsToText(unspentCents),
    refund: centsToText(refundCents),
    blocks: [...blocks],
  };
}

/**
 * Reads the effects of a deletion and locks their rows: pickups, their payments, then the plan, in the same order as
 * every change of them.
 */
export async function lockDeletion(services: Services, trx: Db, customerId: string): Promise<Deletion> {
  const now = services.clock();
  const disputedSince = new Date(now.getTime() - openDisputeDays * 24 * 60 * 60 * 1000);
  const blocks = new Map<DeletionBlock, string>();
  if (await hasDispute(trx, customerId, disputedSince)) blocks.set('disputed', wordsOf(services, 'disputed'));
  const cancelled: Cancelled[] = [];
  const planStops: PickupRow[] = [];
  for (const pickup of await lockUnfinishedPickups(trx, customerId)) {
    const paid = await readPaidFor(trx, pickup, 'lock');
    const options = changeOptionsOf(await readChangeFacts(services, trx, pickup));
    const isPlanStop = pickup.subscriptionId !== null;
    const decision = decidePickup({
      ...{ status: pickup.status, canCancel: options.canCancel, isPlanStop, isPaid: (paid?.paidCents ?? 0) > 0 },
      ...{ day: pickup.scheduledDay, today: dateKeyOf(now) },
    });
    if (decision !== 'cancel') blocks.set(decision, wordsOf(services, decision, pickup.scheduledDay));
    else if (isPlanStop) planStops.push(pickup);
    else cancelled.push({ pickup, paid, refundCents: refundOf(options, paid) });
  }
  const plan = await lockPlanOfAccount(services, trx, customerId);
  if (plan?.problem) blocks.set(plan.problem, wordsOf(services, plan.problem));
  const unspentCents = await sumUnspentOf(trx, customerId);
  const ofPickups = cancelled.reduce((sum, one) => sum + one.refundCents, 0);
  return {
    ...{ cancelled, planStops, plan, unspentCents },
    refundCents: ofPickups + unspentCents + (plan?.creditCents ?? 0),
    blocks: [...blocks].map(([code, message]) => ({ code, message })),
  };
}

/** Returns a sentence that says why an account can't be deleted now, and what to do about it. */
export function wordsOf(
  { settings }: Pick<Services, 'settings'>,
  block: DeletionBlock,
  day: string | null = null,
): string {
  const when = day === null ? '' : ` of ${formatDateKey(day)}`;
  const words: Record<DeletionBlock, string> = {
    disputed: `Your bank is still deciding about a payment. You can delete your account once it has. Questions? Call ${settings.supportPhone}.`,
    owed_month:
      "A month of your plan isn't paid. Update your card in Billing or cancel your plan, then delete your account.",
    renewing: 'Your plan is renewing right now. Please try again in an hour.',
    under_way: `A driver is on the way to your pickup${when}. You can delete your account once it is done.`,
    unresolved: `Your paid pickup${when} is still open. Please call ${settings.supportPhone}, and we'll finish or refund it first.`,
    payment_open: "A card payment is waiting for your bank's confirmation. Finish it, or try again later.",
  };
  return words[block];
}
