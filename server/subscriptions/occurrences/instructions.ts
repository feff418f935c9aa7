import { isOfPending } from '../../../contract/values/plan/schedule.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { addDays, type DateKey, dateKeyOf, weekdayOf } from '../../../contract/values/time/dates.ts';
import { type TimetableFacts, timetableOf } from '../rules.ts';

/** Pure decisions about the driver's instructions at the stops of a plan. */

/**
 * Returns the next mowing date after the lawn was mowed on `done`: the due date, moved by whole intervals until it is
 * after that day.
 */
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
  /** Null if the plan has no mowing. */
  readonly mowingDue: DateKey | null;
  /** The occurrence of the first stop that the plan ever had. */
  readonly firstOccurrence: DateKey;
}

/** The extras of a plan's present package, and of the package that begins at `pending.from`. */
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
 * Returns the mowing date by the package that is valid on the day; null if that package has no mowing. If mowing begins
 * with a pending package, the lawn is due from the package's first day on.
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
 * Returns the driver's instructions for each open stop of a plan, in the order of the stops: the customer's words, then
 * the extras of the package that is valid on the stop's day. Weekly extras are done at the first stop of each week, and
 * at the plan's very first stop. The lawn is mowed at one stop: the first on or after its due date.
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
