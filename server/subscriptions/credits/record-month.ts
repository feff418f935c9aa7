import { centsOf, centsToText } from '../../../contract/values/money.ts';
import { visitsOfMonth } from '../../../contract/values/plan/credit.ts';
import { serviceDaysOn } from '../../../contract/values/plan/schedule.ts';
import { addDays, dateKeyOf, type Weekday } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { InvoiceWithPayment } from '../../payments/ledger/record-renewal.ts';
import type { Services } from '../../services.ts';
import { timetableOf } from '../rules.ts';
import type { SubscriptionRow } from '../subscriptions.store.ts';
import { clearMonthCredit, insertMonth, listMonthStarts, sumUsed, sumWritten } from './credits.store.ts';
import { priceCredits } from './write-due-credits.ts';

export interface InvoicedMonth {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** What the invoice charges for the month, before the balance. */
  readonly priceCents: number;
  /** The amount taken from the balance. */
  readonly creditCents?: number;
  /** True for a subscription's first month, which has no visit on the day of purchase. */
  readonly isFirst?: boolean;
}

/**
 * Writes a billing month of a locked plan once the provider has invoiced it, with the number of visits that the plan
 * has in it now. Its price and visits never change after that; another day within the month counts its rest again. Then sets the amounts of credits of this month that
 * were written before its price was known.
 */
export async function recordMonth(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  subscription: SubscriptionRow,
  { startsAt, endsAt, priceCents, creditCents = 0, isFirst = false }: InvoicedMonth,
): Promise<void> {
  const firstDay = dateKeyOf(startsAt);
  const serviceDays = serviceDaysOn(timetableOf(subscription), addDays(firstDay, 1)) as Weekday[];
  const visits = visitsOfMonth(serviceDays, startsAt, endsAt, isFirst ? firstDay : undefined);
  await insertMonth(trx, {
    ...{ subscriptionId: subscription.id, startsAt, endsAt, visits: visits.length },
    ...{ price: centsToText(priceCents), credit: centsToText(await ownCreditOf(trx, subscription, creditCents)) },
  });
  await priceCredits(services, trx, subscription);
}

/** The provider's smallest charge. A smaller remainder is carried to the next month. */
const leastChargeCents = 50;

/**
 * Returns the part of an invoice's credit, in cents, that came from the plan. A person may have given the customer more
 * on the provider's screens; the plan's credit is used first. An excess below `leastChargeCents` is a remainder too
 * small to charge, and counts as the plan's.
 */
async function ownCreditOf(trx: Db, { id }: SubscriptionRow, creditCents: number): Promise<number> {
  if (creditCents === 0) return 0;
  const [written, used] = [await sumWritten(trx, id), await sumUsed(trx, id)];
  const leftCents = centsOf(written) - centsOf(used);
  // This invoice charged a remainder of the month before, which may not have come from the plan.
  if (creditCents < 0) return Math.max(creditCents, Math.min(0, leftCents));
  return creditCents - leftCents < leastChargeCents ? creditCents : Math.max(0, leftCents);
}

/**
 * Writes the months of a plan's invoices. A void invoice makes no month, unless it keeps the credit it used. If its
 * month is already recorded, the credit that it has returned is cleared.
 */
export async function recordInvoicedMonths(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  subscription: SubscriptionRow,
  renewals: readonly InvoiceWithPayment[],
): Promise<void> {
  const known = new Set((await listMonthStarts(trx, subscription.id)).map((startsAt) => startsAt.getTime()));
  for (const { invoice } of renewals) {
    const { status, periodStart: startsAt, periodEnd: endsAt, planCents: priceCents, creditCents, isFirst } = invoice;
    const isKnown = known.has(startsAt.getTime());
    // A void invoice has returned its credit, but one that a person wrote off keeps it.
    if (isKnown && status === 'void' && creditCents === 0)
      await clearMonthCredit(trx, { subscriptionId: subscription.id, startsAt });
    if (isKnown || status === 'draft' || (status === 'void' && creditCents === 0)) continue;
    await recordMonth(services, trx, subscription, { startsAt, endsAt, priceCents, creditCents, isFirst });
  }
}
