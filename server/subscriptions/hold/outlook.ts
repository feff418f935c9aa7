import type { z } from 'zod/mini';
import type { HoldPreview } from '../../../contract/plan/hold.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { countHoldDays, type HoldDays, holdDaysLeft } from '../../../contract/values/plan/hold.ts';
import type { Db } from '../../database/transaction.ts';
import { readCredits } from '../credits/read-credits.ts';
import type { SubscriptionRow } from '../subscriptions.store.ts';
import { creditsOfVisits, expectedCharges } from './credit-rules.ts';
import type { PlanFacts } from './read-plan-facts.ts';
import { type HeldVisit, nextVisitFrom } from './rules.ts';

type Outlook = Pick<z.input<typeof HoldPreview>, 'credit' | 'nextVisit' | 'charges' | 'daysLeft'>;

export interface CreditedVisit extends HeldVisit {
  readonly cents: number;
}

/** Returns the visits of a hold, each with its credit in cents. */
export function creditVisits(held: readonly HeldVisit[], { written, billing }: PlanFacts): CreditedVisit[] {
  const days = held.map(({ day }) => day);
  const credits = creditsOfVisits(days, written, billing);
  return held.map((visit, index) => ({ ...visit, cents: credits[index] ?? 0 }));
}

export function sumOf(visits: readonly CreditedVisit[]): number {
  return visits.reduce((sum, { cents }) => sum + cents, 0);
}

export function presentVisits(visits: readonly CreditedVisit[]) {
  return visits.map(({ day, pickupId, cents }) => ({ day, pickupId, credit: centsToText(cents) }));
}

/** Returns the effects of a hold: its credit, the next visit, the next charges and the hold days left. */
export async function readOutlook(
  db: Db,
  plan: SubscriptionRow,
  facts: PlanFacts,
  { hold, visits }: { hold: HoldDays; visits: readonly CreditedVisit[] },
): Promise<Outlook> {
  const { billing, written, earlier } = facts;
  const { balanceCents } = await readCredits(db, plan);
  const inBalance = new Set(written.filter(({ cents }) => cents !== null).map(({ day }) => day));
  const toCome = visits.filter(({ day }) => !inBalance.has(day));
  const charges = plan.autoRenewal ? expectedCharges(toCome, balanceCents, billing) : [];
  return {
    credit: centsToText(sumOf(visits)),
    nextVisit: nextVisitFrom(facts, hold.until, visits),
    charges: charges.map(({ at, priceCents, creditCents, amountCents }) => ({
      at: at.toISOString(),
      ...{ price: centsToText(priceCents), credit: centsToText(creditCents), amount: centsToText(amountCents) },
    })),
    daysLeft: Math.max(0, holdDaysLeft(hold.until, earlier) - countHoldDays(hold)),
  };
}
