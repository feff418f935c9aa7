import { bagTiers, maxBags, type Plan, planBagLimit, plans } from '../../contract/values/prices.ts';
import { daysText } from '../../contract/values/time/service-days.ts';

/**
 * The texts about the plans beside their cards. Names and numbers come from the plans, so a changed plan changes the
 * pages.
 */

export interface Line {
  readonly title: string;
  readonly text: string;
}

const listOf = new Intl.ListFormat('en-US');

function namesOf(condition: (plan: Plan) => boolean): string {
  return listOf.format(plans.filter(condition).map(({ name }) => name));
}

export const taken: readonly Line[] = [
  {
    title: 'Bags of trash',
    text: `Up to ${planBagLimit} a visit with every plan. For a one-time pickup, as many as you book, up to ${maxBags}.`,
  },
  { title: 'Recycling', text: '1 bag a visit with every plan.' },
  {
    title: 'Furniture',
    text:
      `1 item a week with ${namesOf((plan) => plan.includesFurniturePickup)}. ` +
      `Not with ${namesOf((plan) => !plan.includesFurniturePickup)} or a one-time pickup.`,
  },
];

export const notTaken: readonly Line[] = [
  {
    title: 'More bags than you booked',
    text: "If there's more at the curb than you booked, your driver may have to leave it.",
  },
  {
    title: `More than ${maxBags} bags, or anything that doesn't fit in one`,
    text: 'We quote that by phone, along with cleanouts and construction debris.',
  },
  { title: 'Trash from a business', text: 'We pick up at homes only.' },
];

/** Sentences that say which plans have fixed days. */
export const serviceDaysText = [
  `With ${namesOf(({ fixedDays }) => fixedDays === null)} you choose the day.`,
  ...new Set(plans.flatMap(({ fixedDays }) => (fixedDays ? [fixedDaysText(daysText(fixedDays))] : []))),
].join(' ');

function fixedDaysText(days: string): string {
  return `With ${namesOf(({ fixedDays }) => fixedDays !== null && daysText(fixedDays) === days)} we come on ${days}.`;
}

/** "From" prices, in cents. */
export const lowestPickupCents = Math.min(...bagTiers.map(({ priceCents }) => priceCents));
export const lowestPlanCents = Math.min(...plans.map(({ priceCents }) => priceCents));
