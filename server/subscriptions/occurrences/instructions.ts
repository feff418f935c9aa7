import { isOfPending } from '../../../contract/values/plan/schedule.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { addDays, type DateKey, dateKeyOf, weekdayOf } from '../../../contract/values/time/dates.ts';
import { type TimetableFacts, timetableOf } from '../rules.ts';

/** What the driver does at each stop of a plan. Facts come in; nothing is read. */

/** When the lawn is due after it was mown on `done`: the due date moves by whole intervals past that day. */
export function followingMowing(due: DateKey, intervalDays: number, done: DateKey): DateKey {
  let next = due;
  do next = addDays(next, Math.max(1, intervalDays));
  while (next <= done);
  return next;
}

export interface PlanExtras {
  readonly pickupDays: readonly string[];
  readonly specialInstructions: string | null;
  readonly includesFurniturePickup: boolean;
  readonly includesBinWashing: boolean;
  /** Null where the plan has no mowing. */
  readonly mowingDue: DateKey | null;
  /** The first stop that the plan ever had. */
  readonly firstOccurrence: DateKey;
}

/** What a plan includes now, and what the package that begins at `pending.from` will include. */
export interface PlanPackages {
  readonly present: PlanExtras;
  readonly pending: (PlanExtras & { readonly from: Date }) | null;
}

type PackageFacts = TimetableFacts & Omit<PlanExtras, 'mowingDue' | 'firstOccurrence'> & MowingFacts;
interface MowingFacts {
  readonly includesLawnMowing: boolean;
  readonly nextLawnMowingDate: Date | null;
}

/**
 * When the lawn is due by the package that is valid on the day; null where it has no mowing. With a new package, the
 * lawn is due from its first day on.
 */
export function mowingDateOn(
  facts: Pick<PackageFacts, keyof TimetableFacts | keyof MowingFacts>,
  day: DateKey,
): Date | null {
  const { includesLawnMowing, nextLawnMowingDate, pendingPackageType, pendingFrom } = facts;
  if (!pendingPackageType || !isOfPending(timetableOf(facts), day))
    return includesLawnMowing ? nextLawnMowingDate : null;
  return planOf(pendingPackageType).includesLawnMowing ? (nextLawnMowingDate ?? pendingFrom) : null;
}

export function packagesOf(facts: PackageFacts, firstOccurrence: DateKey): PlanPackages {
  const { specialInstructions, nextLawnMowingDate, pendingPackageType } = facts;
  const { pending } = timetableOf(facts);
  const dueOf = (includesLawnMowing: boolean, due: Date | null) => (includesLawnMowing && due ? dateKeyOf(due) : null);
  const more = { specialInstructions, firstOccurrence };
  return {
    present: { ...facts, ...more, mowingDue: dueOf(facts.includesLawnMowing, nextLawnMowingDate) },
    pending: pending &&
      pendingPackageType && {
        ...planOf(pendingPackageType),
        ...more,
        ...pending,
        mowingDue: dueOf(planOf(pendingPackageType).includesLawnMowing, nextLawnMowingDate ?? pending.from),
      },
  };
}

/**
 * The driver's instructions of each open stop of a plan, in the order of the stops: the customer's words, then the extras of the
 * package that is valid on the stop's day. Weekly extras go with the first stop of a week, and with the very first one; the lawn
 * with one stop, the first that is due.
 */
export function instructionsOf({ present, pending }: PlanPackages, stops: readonly DateKey[]): (string | null)[] {
  const extrasOn = (day: DateKey) => (pending && isOfPending({ pending }, day) ? pending : present);
  const mowing = stops.find((day) => {
    const { mowingDue } = extrasOn(day);
    return mowingDue !== null && day >= mowingDue;
  });
  return stops.map((day) => {
    const extras = extrasOn(day);
    const isWeekly = weekdayOf(day) === extras.pickupDays[0] || day === extras.firstOccurrence;
    const lines = [
      extras.specialInstructions,
      isWeekly && extras.includesBinWashing && 'Power-wash bins',
      isWeekly && extras.includesFurniturePickup && 'Up to 1 furniture item this week',
      day === mowing && 'Mow lawn (quarter acre)',
    ].filter(Boolean);
    return lines.length > 0 ? lines.join('\n') : null;
  });
}
