/** Prices (PRICE-9). The server sets every price from these tables; the pages only show them. */

import type { Weekday } from './time/dates.ts';

/** The version of this price list. Payments and bookings keep the version that priced them. */
export const priceVersion = 1;

export const packageTypes = ['basic', 'clean-carry', 'heavy-duty', 'premium'] as const;
export type PackageType = (typeof packageTypes)[number];

/** A package on offer, as the plan cards show it. */
export interface Plan {
  readonly id: PackageType;
  readonly name: string;
  readonly priceCents: number;
  readonly mostPopular: boolean;
  readonly summary: string;
  readonly contents: readonly string[];
  /** The service days, if the package fixes them; null when the customer chooses one. */
  readonly fixedDays: readonly Weekday[] | null;
  readonly includesFurniturePickup: boolean;
  readonly includesBinWashing: boolean;
  readonly includesLawnMowing: boolean;
}

/** The number of bags included per pickup of a plan (PRICE-4). */
export const planBagLimit = 6;

/** The monthly plans, cheapest first. */
export const plans: readonly Plan[] = [
  {
    id: 'basic',
    name: 'Basic Package',
    priceCents: 3500,
    mostPopular: false,
    summary: 'Perfect for small households',
    contents: ['Weekly trash pickup', 'Up to 6 bags', '1 recycling bag', 'Residential/non-commercial only'],
    fixedDays: null,
    includesFurniturePickup: false,
    includesBinWashing: false,
    includesLawnMowing: false,
  },
  {
    id: 'clean-carry',
    name: 'Clean & Carry',
    priceCents: 6000,
    mostPopular: true,
    summary: 'Basic plus furniture and bin washing',
    contents: ['Everything in Basic', '1 furniture item', 'Weekly bin power washing'],
    fixedDays: null,
    includesFurniturePickup: true,
    includesBinWashing: true,
    includesLawnMowing: false,
  },
  {
    id: 'heavy-duty',
    name: 'Heavy Duty',
    priceCents: 7500,
    mostPopular: false,
    summary: 'Twice weekly, Monday and Thursday',
    contents: ['Up to 6 bags per pickup', '1 recycling bag per pickup', '1 furniture item per week', 'Weekly washing'],
    fixedDays: ['monday', 'thursday'],
    includesFurniturePickup: true,
    includesBinWashing: true,
    includesLawnMowing: false,
  },
  {
    id: 'premium',
    name: 'Premium Property',
    priceCents: 15000,
    mostPopular: false,
    summary: 'Full property care, lawn included',
    contents: ['Everything in Heavy Duty', 'Monthly lawn mowing (quarter acre)', 'Furniture pickup'],
    fixedDays: ['monday', 'thursday'],
    includesFurniturePickup: true,
    includesBinWashing: true,
    includesLawnMowing: true,
  },
];

export function planOf(packageType: PackageType): Plan {
  return plans.find((plan) => plan.id === packageType) as Plan;
}

/**
 * Returns the package that a monthly price matches (PRICE-3): the cheapest one that costs at least as much, or else the
 * most expensive.
 */
export function planOfPrice(priceCents: number): Plan {
  return plans.find((plan) => priceCents <= plan.priceCents) ?? (plans.at(-1) as Plan);
}

/** A price for up to `bags` bags. */
export interface BagTier {
  readonly bags: number;
  readonly priceCents: number;
}

export const maxBags = 25;

/** One-time pickups are sold in tiers. A booking costs the smallest tier that fits its bags. */
export const bagTiers: readonly BagTier[] = [
  { bags: 4, priceCents: 3000 },
  { bags: 8, priceCents: 4500 },
  { bags: 10, priceCents: 5000 },
  { bags: maxBags, priceCents: 10000 },
];

export const defaultBagTier = bagTiers[0] as BagTier;

/**
 * Returns the price of a one-time pickup of 1 to 25 bags, in cents; null outside that range (larger jobs are quoted by
 * phone).
 */
export function priceOfBags(bagCount: number): number | null {
  if (!Number.isInteger(bagCount) || bagCount < 1) return null;
  return bagTiers.find((tier) => bagCount <= tier.bags)?.priceCents ?? null;
}

/** Returns true if an amount is a listed price: of a bag tier or a package (PAY-9). */
export function isListedPrice(cents: number): boolean {
  return bagTiers.some((tier) => tier.priceCents === cents) || plans.some((plan) => plan.priceCents === cents);
}
