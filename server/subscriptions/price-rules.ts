import { defaultPreferredDay } from '../../contract/subscriptions.ts';
import { centsOf, centsToText } from '../../contract/values/money.ts';
import { dearerPriceFrom } from '../../contract/values/plan/new-price.ts';
import { type PackageType, planOf, planOfPrice } from '../../contract/values/prices.ts';
import { addDays, dateKeyOf, type Weekday } from '../../contract/values/time/dates.ts';
import type { SubscriptionStatus } from './end-rules.ts';
import { earlierDaysOf, noPending, noPendingPrice, type PricedFacts, type ServedDays, termsOf } from './rules.ts';

/** Pure decisions about a dispatcher's new price and package of a plan. */

/** A dispatcher's new package or price. A missing package follows from the price, and a missing price from the package. */
export interface PriceEdit {
  readonly packageType?: PackageType | undefined;
  readonly priceCents?: number | undefined;
  /** The customer asked for the price, so it needs no 30 days' notice. */
  readonly customerAsked?: boolean | undefined;
}

export interface EditedPlan extends PricedFacts, ServedDays {
  readonly status: SubscriptionStatus;
  readonly packageType: PackageType;
  readonly preferredDay: Weekday | null;
  readonly nextLawnMowingDate: Date | null;
  readonly currentPeriodEnd: Date | null;
  readonly createdAt: Date;
}

/**
 * Returns the columns that an edit changes; none if it names neither a package nor a price. Any such edit drops a
 * pending package. A dearer price of the same package is pending; every other price, and its package with days and
 * extras, applies immediately and is charged from the next month on. The service day stays the preferred day unless the
 * package has fixed days.
 */
export function editedColumns(before: EditedPlan, edit: PriceEdit, now: Date) {
  const { packageType = edit.priceCents === undefined ? undefined : packageFor(before, edit.priceCents) } = edit;
  if (packageType === undefined) return {};
  const presentCents = centsOf(before.pricePerMonth);
  const isSame = packageType === before.packageType;
  const priceCents = edit.priceCents ?? (isSame ? presentCents : planOf(packageType).priceCents);
  if (isSame && edit.priceCents === undefined) return noPending;
  if (isSame && priceCents > presentCents && before.status !== 'cancelled') {
    return { ...noPending, ...raiseOf(before, priceCents, edit.customerAsked === true, now) };
  }
  const plan = planOf(packageType);
  const terms = termsOf(plan, before.preferredDay ?? defaultPreferredDay);
  return {
    ...noPending,
    ...noPendingPrice,
    pricePerMonth: centsToText(priceCents),
    ...(!isSame && {
      ...terms,
      earlierDays: earlierDaysOf(before, terms.pickupDays, addDays(dateKeyOf(now), 1)),
      ...(plan.includesLawnMowing && !before.nextLawnMowingDate && { nextLawnMowingDate: now }),
    }),
  };
}

/** Returns the package for a price: the present one for the present price, else the one of the price's band. */
function packageFor({ packageType, pricePerMonth }: EditedPlan, priceCents: number): PackageType {
  return centsToText(priceCents) === pricePerMonth ? packageType : planOfPrice(priceCents).id;
}

/**
 * Returns the pending price and the first month that costs it. A rise that is no dearer than one announced before keeps
 * its earlier month.
 */
function raiseOf(before: EditedPlan, priceCents: number, isAsked: boolean, now: Date) {
  const { pendingPrice, pendingPriceFrom: announced } = before;
  const from = dearerPriceFrom(before, now, isAsked);
  const isCovered = announced !== null && pendingPrice !== null && centsOf(pendingPrice) >= priceCents;
  const pendingPriceFrom = isCovered && announced < from ? announced : from;
  return { pendingPrice: centsToText(priceCents), pendingPriceFrom };
}

/** What a customer is told of a new price. */
export interface PriceNews {
  readonly oldPrice: string;
  readonly newPrice: string;
  /** The first month that costs it; null while the plan's billing month isn't known. */
  readonly from: Date | null;
}

type Told = PricedFacts & Pick<EditedPlan, 'status' | 'currentPeriodEnd'>;

/** Returns the news of an edit for the customer; null if what the coming months cost hasn't changed, or the plan has ended. */
export function priceNewsOf(before: Told, after: Told): PriceNews | null {
  if (after.status === 'cancelled') return null;
  const isSameRise =
    before.pendingPrice === after.pendingPrice &&
    before.pendingPriceFrom?.getTime() === after.pendingPriceFrom?.getTime();
  if (before.pricePerMonth === after.pricePerMonth && isSameRise) return null;
  if (after.pendingPrice !== null) {
    return { oldPrice: before.pricePerMonth, newPrice: after.pendingPrice, from: after.pendingPriceFrom };
  }
  // A rise was taken back: the coming months cost what they cost now.
  const oldPrice = before.pricePerMonth === after.pricePerMonth ? before.pendingPrice : before.pricePerMonth;
  return { oldPrice: oldPrice ?? before.pricePerMonth, newPrice: after.pricePerMonth, from: after.currentPeriodEnd };
}
