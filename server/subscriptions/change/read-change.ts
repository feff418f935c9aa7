import type { z } from 'zod/mini';
import type { ChangePreview } from '../../../contract/plan/change.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { writeDueCredits } from '../credits/write-due-credits.ts';
import { describeEdit } from '../describe-edit.ts';
import { readServiceChange, type ServiceChange } from '../occurrences/change-service-days.ts';
import { lockOpenStops } from '../occurrences/occurrences.store.ts';
import { requireOfferedTime } from '../preferred-times.ts';
import { hasEnded } from '../require-subscription.ts';
import { appliedPending, billedPlanOf, timetableOf } from '../rules.ts';
import { lockSubscription, type SubscriptionRow } from '../subscriptions.store.ts';
import { type PlanWish, whyNoChange, wishedColumns } from './rules.ts';

/** A change that a plan can make now: its row before and after, and the effects on its stops. */
export interface PlanChange {
  readonly before: SubscriptionRow;
  readonly after: SubscriptionRow;
  readonly service: ServiceChange;
}

type Facts = Pick<Services, 'clock' | 'settings'>;

/**
 * Returns the effects of a change to a plan without making it. Writes only the credits that are due. Throws 404, and
 * what `readChange` throws.
 */
export async function previewChange(
  services: Services,
  subscriptionId: string,
  wish: PlanWish,
): Promise<z.input<typeof ChangePreview>> {
  return await inTransaction(services.db, async (trx) => {
    const plan = asOf(await lockPlan(services, trx, subscriptionId), services.clock());
    return presentChange(await readChange(services, trx, plan, wish));
  });
}

/**
 * Locks a plan and its open stops for a change, and writes the credits that are due. Visits held until now are then
 * credited by the weekdays that the plan had, and new visits keep their distance from them. Throws 404.
 */
export async function lockPlan(services: Services, trx: Db, subscriptionId: string): Promise<SubscriptionRow> {
  // Lock order: stops before their subscription, as when a stop is completed.
  await lockOpenStops(trx, subscriptionId);
  const locked = await lockSubscription(trx, subscriptionId);
  if (!locked) throw new Refusal(404, 'Subscription not found');
  await writeDueCredits(services, trx, locked);
  return locked;
}

/** Returns the plan as it is at `now`, even if its pending package or price has begun and isn't applied yet. */
function asOf(plan: SubscriptionRow, now: Date): SubscriptionRow {
  return { ...plan, ...appliedPending(plan, now) };
}

/** Decides a change to a plan. Throws 409: `ended`, `paused`, `ending`, `renewing` or `time_not_offered`. */
export async function readChange(
  services: Facts,
  db: Db,
  before: SubscriptionRow,
  wish: PlanWish,
): Promise<PlanChange> {
  const now = services.clock();
  const after = { ...before, ...wishedColumns(before, wish, dateKeyOf(now)) };
  const why = whyNoChange(before, after, now);
  if (why !== null) throw refusalOf(why, before);
  await requireOfferedTime(services, db, after.preferredTime, before.preferredTime);
  return { before, after, service: await readServiceChange(services, db, before, after) };
}

function refusalOf(code: NonNullable<ReturnType<typeof whyNoChange>>, { cancellationDate }: SubscriptionRow): Refusal {
  switch (code) {
    case 'ended':
      return hasEnded();
    case 'paused':
      return new Refusal(409, 'This plan is paused.', { code });
    case 'ending': {
      const end = cancellationDate ? ` on ${formatDateKey(dateKeyOf(cancellationDate))}` : '';
      return new Refusal(409, `This plan ends${end}. Undo the cancellation to change to another plan.`, { code });
    }
    case 'renewing':
      return renewing();
  }
}

/**
 * Returns the refusal of a change while the provider prepares the next month's charge, because its price can't change
 * then.
 */
export function renewing(): Refusal {
  return new Refusal(409, 'Your plan is renewing right now. Please try again in an hour.', { code: 'renewing' });
}

export function presentChange({ before, after, service }: PlanChange): z.input<typeof ChangePreview> {
  const { pending } = timetableOf(after);
  const billed = billedPlanOf(after);
  return {
    packageType: billed.packageType,
    preferredDay: pending ? after.pendingPreferredDay : after.preferredDay,
    preferredTime: after.preferredTime,
    pickupDays: [...(pending ?? after).pickupDays],
    price: centsToText(billed.priceCents),
    from: after.pendingFrom?.toISOString() ?? null,
    firstDays: [...service.firstDays],
    droppedDays: service.leaving.map(({ scheduledDate }) => dateKeyOf(scheduledDate)),
    dropsPending: before.pendingPackageType === after.pendingPackageType ? null : before.pendingPackageType,
    isChange: Object.keys(describeEdit(before, after)).length > 0,
  };
}
