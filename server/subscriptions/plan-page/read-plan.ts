import type { z } from 'zod/mini';
import type { PlanView } from '../../../contract/plan/page.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { readCredits } from '../credits/read-credits.ts';
import { isEnding } from '../end-rules.ts';
import { listHolds } from '../hold/hold.store.ts';
import { creditVisits, readOutlook } from '../hold/outlook.ts';
import { readPlanFacts } from '../hold/read-plan-facts.ts';
import { visitsHeld } from '../hold/rules.ts';
import { presentSubscription } from '../present-subscription.ts';
import { billedPlanOf, timetableOf } from '../rules.ts';
import { findLatestSubscription, findSubscription, type SubscriptionRow } from '../subscriptions.store.ts';
import { readCard } from './read-card.ts';
import { readVisits, shownVisits } from './read-visits.ts';
import { changesOf, holdLimitsOf, holdOf } from './rules.ts';

type View = z.input<typeof PlanView>;
type BookServices = Pick<Services, 'db' | 'clock' | 'settings'>;

/** Returns a customer's live plan, or else the last one that ended; null if there is none. */
export async function readOwnPlan(services: Services, customerId: string): Promise<View | null> {
  return await readPlan(services, (db) => findLatestSubscription(db, customerId));
}

/** Returns a subscriber's plan for the dispatcher. Throws 404. */
export async function readSubscriberPlan(services: Services, id: string): Promise<View> {
  const plan = await readPlan(services, (db) => findSubscription(db, id));
  if (!plan) throw new Refusal(404, 'Subscription not found');
  return plan;
}

async function readPlan(
  services: Services,
  find: (db: Db) => Promise<SubscriptionRow | undefined>,
): Promise<View | null> {
  // Reads one snapshot, so that a hold never appears without its credit in the next charge.
  const books = services.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  const found = await books.execute(async (db) => {
    const subscription = await find(db);
    return subscription && { subscription, facts: await readBooks({ ...services, db }, subscription) };
  });
  if (!found) return null;
  const card = await readCard(services, found.subscription);
  return { ...found.facts, card: card ?? null, isProviderUnavailable: card === undefined };
}

type Books = Omit<View, 'card' | 'isProviderUnavailable'>;

async function readBooks(services: BookServices, subscription: SubscriptionRow): Promise<Books> {
  const { balanceCents, credits } = await readCredits(services.db, subscription);
  const rows = credits.map(({ serviceDay: day, amountCents, isApplied }) => {
    return { day, amount: centsToText(amountCents), isApplied };
  });
  const now = services.clock();
  const { changeCutoff } = services.settings;
  const holdLimits = holdLimitsOf(await listHolds(services.db, subscription.id), now, changeCutoff);
  return {
    subscription: presentSubscription(subscription),
    visits: await readVisits(services, services.db, subscription, { count: shownVisits }),
    nextCharge: await readNextCharge(services, subscription),
    credit: { balance: centsToText(balanceCents), rows: rows.toReversed() },
    hold: holdOf(subscription, now),
    holdLimits,
    pending: pendingOf(subscription),
    endsAt: subscription.cancellationDate?.toISOString() ?? null,
    ...changesOf(subscription, holdLimits, now, changeCutoff),
  };
}

/**
 * Returns the next charge, less the credit that will be written by then; null if there is none or its day isn't known.
 */
async function readNextCharge(services: BookServices, plan: SubscriptionRow): Promise<View['nextCharge']> {
  if (plan.status !== 'active' || isEnding(plan) || plan.currentPeriodEnd === null) return null;
  const today = dateKeyOf(services.clock());
  const hold = holdOf(plan, services.clock()) ?? { from: today, until: today };
  const facts = await readPlanFacts(services, services.db, plan, hold);
  const visits = creditVisits(visitsHeld(facts, hold), facts);
  const { charges } = await readOutlook(services.db, plan, facts, { hold, visits });
  return charges[0] ?? null;
}

function pendingOf(plan: SubscriptionRow): View['pending'] {
  const { pendingPackageType: packageType, pendingPreferredDay: preferredDay, pendingFrom } = plan;
  const { pending } = timetableOf(plan);
  if (packageType === null || pendingFrom === null || pending === null) return null;
  const price = centsToText(billedPlanOf(plan).priceCents);
  return { packageType, preferredDay, pickupDays: [...pending.pickupDays], price, from: pendingFrom.toISOString() };
}
