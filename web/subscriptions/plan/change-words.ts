import type { ChangePreview } from '../../../contract/plan/change.ts';
import type { PlanView } from '../../../contract/plan/page.ts';
import { defaultPreferredDay, defaultPreferredTime, preferredDays } from '../../../contract/subscriptions.ts';
import { type PackageType, planOf } from '../../../contract/values/prices.ts';
import { type DateKey, dateKeyOf, type Weekday } from '../../../contract/values/time/dates.ts';
import { daysText } from '../../../contract/values/time/service-days.ts';
import { dayText, onDay } from '../../pickups/pickup-words.ts';
import { moneyText } from '../../ui/text/money-text.ts';

/** The texts of a plan change. They use the dates and the price of the preview. */

/** The form's values to send. */
export interface ChangeWish {
  readonly packageType: PackageType;
  readonly preferredDay?: Weekday;
  readonly preferredTime: string;
}

type Plan = Pick<PlanView, 'subscription' | 'pending'>;

/** Returns the form's initial values: the pending package and day if a change is pending, else the current ones. */
export function wishOf({ subscription, pending }: Plan): Required<ChangeWish> {
  const day = pending?.preferredDay ?? subscription.preferredDay;
  return {
    packageType: pending?.packageType ?? subscription.packageType,
    preferredDay: preferredDays.find((one) => one === day) ?? defaultPreferredDay,
    preferredTime: subscription.preferredTime ?? defaultPreferredTime,
  };
}

/** Returns the values to send. A package with fixed days has no preferred day. */
export function sentWish({ packageType, preferredDay, preferredTime }: Required<ChangeWish>): ChangeWish {
  return planOf(packageType).fixedDays ? { packageType, preferredTime } : { packageType, preferredDay, preferredTime };
}

/** Returns the effects of a change as sentences, the most important one first. */
export function changeSentences(preview: ChangePreview, { subscription }: Plan, now: Date): string[] {
  if (!preview.isChange) return ['Nothing changes: this is the current plan.'];
  const { from, firstDays, dropsPending, preferredTime } = preview;
  const today = dateKeyOf(now);
  const name = planOf(preview.packageType).name;
  const sentences: string[] = [];
  if (from !== null) {
    sentences.push(
      `${name} starts ${onDay(from, now)}, with the next billing month: ${moneyText(preview.price)} a month, ` +
        `every ${daysText(preview.pickupDays)}.`,
      firstPickups(firstDays, today),
      dropsPending ? `${planOf(dropsPending).name} won't start.` : '',
      'Until then, nothing changes. You can undo this change until an hour before it starts.',
    );
  } else if (dropsPending !== null) {
    sentences.push(
      `The plan stays ${name} for ${moneyText(preview.price)} a month. ${planOf(dropsPending).name} won't start.`,
    );
  }
  if (from === null && preview.pickupDays.join() !== subscription.pickupDays.join()) {
    sentences.push(`Pickups move to ${daysText(preview.pickupDays)}.`, firstPickups(firstDays, today));
  }
  const dropped = preview.droppedDays.map((day) => dayText(day, today));
  if (dropped.length > 0) sentences.push(`No pickup on ${dropped.join(' and ')}.`);
  if (preferredTime !== subscription.preferredTime && preferredTime !== null) {
    sentences.push(`The preferred time is now ${preferredTime}. Bags still go out by 7 AM.`);
  }
  return sentences.filter((sentence) => sentence !== '');
}

/** Returns "First pickups: Mon, Dec 28 and Thu, Dec 31.", or an empty text if there are no days. */
function firstPickups(days: readonly DateKey[], today: DateKey): string {
  if (days.length === 0) return '';
  const text = days.map((day) => dayText(day, today)).join(' and ');
  return `${days.length > 1 ? 'First pickups' : 'First pickup'}: ${text}.`;
}

/** Returns which parts an undo takes back, and which parts stay. */
export function undoText({ subscription, pending }: Plan, now: Date): string {
  const { packageType, pricePerMonth, pickupDays } = subscription;
  const stays = `${planOf(packageType).name} for ${moneyText(pricePerMonth)} a month, every ${daysText(pickupDays)}`;
  if (pending === null) return `The plan stays ${stays}.`;
  return `${planOf(pending.packageType).name} won't start ${onDay(pending.from, now)}. The plan stays ${stays}.`;
}
