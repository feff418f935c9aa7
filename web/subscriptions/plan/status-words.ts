import type { PlanView } from '../../../contract/plan/page.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { dateKeyOf, formatDateKey, instantOf, pickedDateTime } from '../../../contract/values/time/dates.ts';
import { pastDueWords } from '../../payments/card-update/past-due-words.ts';
import { onDay } from '../../pickups/pickup-words.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { moneyText } from '../../ui/text/money-text.ts';

/** A plan's state as a badge and as sentences, the most important sentence first. */
export interface PlanStatus {
  readonly badge: string;
  readonly tone: BadgeTone;
  readonly sentences: readonly string[];
}

type Facts = Pick<PlanView, 'subscription' | 'visits' | 'hold' | 'pending' | 'endsAt'>;

export function planStatusOf(plan: Facts, now: Date): PlanStatus {
  const { subscription, endsAt } = plan;
  if (subscription.status === 'cancelled') {
    const end = endsAt === null ? 'has ended' : `ended ${onDay(endsAt, now)}`;
    return { badge: 'Ended', tone: 'neutral', sentences: [`Your plan ${end}. You won't be charged again.`] };
  }
  const due = pastDueWords(subscription, now);
  if (subscription.status === 'paused') {
    const why =
      'We paused your plan: no pickups, and no charge for months that start during the pause. Call us to resume it.';
    const sentences = [due?.text ?? why, priceSentence(plan)].filter((sentence) => sentence !== null);
    return { badge: 'Paused', tone: 'maize', sentences };
  }
  const first = due?.text ?? nextSentence(plan, now);
  const next = [pendingSentence(plan, now), priceSentence(plan)];
  const all = [first, holdSentence(plan, now), endSentence(plan, now), ...next];
  return { ...badgeOf(plan, now), sentences: all.filter((sentence) => sentence !== null) };
}

function badgeOf({ subscription, hold, endsAt }: Facts, now: Date): Omit<PlanStatus, 'sentences'> {
  if (subscription.pastDueSince !== null) return { badge: 'Payment due', tone: 'brick' };
  if (isOnHold(hold, now)) return { badge: 'On hold', tone: 'maize' };
  if (endsAt !== null) return { badge: 'Ends soon', tone: 'maize' };
  return { badge: 'Active', tone: 'leaf' };
}

/** Returns true if the hold has begun. `hold` is null once the hold is over. */
export function isOnHold(hold: PlanView['hold'], now: Date): boolean {
  return hold !== null && hold.from <= dateKeyOf(now);
}

function holdSentence({ hold }: Facts, now: Date): string | null {
  if (hold === null) return null;
  const resumes = onDay(instantOf(hold.until, pickedDateTime), now);
  if (isOnHold(hold, now)) return `Your plan is on hold. Service starts again ${resumes}.`;
  return `Your hold starts ${onDay(instantOf(hold.from, pickedDateTime), now)}. Service starts again ${resumes}.`;
}

function endSentence({ endsAt }: Facts, now: Date): string | null {
  if (endsAt === null) return null;
  return `Your plan ends ${onDay(endsAt, now)}. You won't be charged again.`;
}

function pendingSentence({ pending }: Facts, now: Date): string | null {
  if (pending === null) return null;
  return `${planOf(pending.packageType).name} starts ${onDay(pending.from, now)}, for ${moneyText(pending.price)} a month.`;
}

/** A dearer price of the present package. Another package has a price of its own. */
function priceSentence({ subscription, pending, endsAt }: Facts): string | null {
  const { pendingPrice, pendingPriceFrom } = subscription;
  if (!pendingPrice || !pendingPriceFrom || pending !== null || endsAt !== null) return null;
  return `Your plan costs ${moneyText(pendingPrice)} a month from ${formatDateKey(dateKeyOf(new Date(pendingPriceFrom)))} on.`;
}

/** Returns null if a hold or the end of the plan already says enough. */
function nextSentence({ visits, hold, endsAt }: Facts, now: Date): string | null {
  const next = visits.find(({ state }) => state === 'scheduled');
  if (!next) return hold === null && endsAt === null ? "Your next pickup isn't scheduled yet." : null;
  // A stop past its cutoff is still made during the hold.
  if (hold && isOnHold(hold, now) && next.day >= hold.until) return null;
  return `Your next pickup is ${onDay(instantOf(next.movedTo ?? next.day, pickedDateTime), now)}.`;
}
