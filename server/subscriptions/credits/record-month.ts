import { addDays, dateKeyOf, type Weekday } from '../../../contract/values/dates.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { visitsOfMonth } from '../../../contract/values/plan-credit.ts';
import { serviceDaysOn } from '../../../contract/values/plan-schedule.ts';
import type { Db } from '../../database/transaction.ts';
import type { InvoiceWithPayment } from '../../payments/ledger/record-renewal.ts';
import type { Services } from '../../services.ts';
import { timetableOf } from '../rules.ts';
import type { SubscriptionRow } from '../store.ts';
import { insertMonth, setMonthCredit } from './store.ts';
import { priceCredits } from './write-due-credits.ts';

export interface InvoicedMonth {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** The invoice's total: what was charged and what was taken from the balance. */
  readonly priceCents: number;
  /** What was taken from the balance. */
  readonly creditCents?: number;
  /** The first month of a subscription has no visit on the day of purchase. */
  readonly isFirst?: boolean;
}

/**
 * Writes a billing month of a locked plan when the provider has invoiced it, with as many visits as the plan has in it now. Its price
 * and visits never change after that. Credits of the month that were written before get their amount.
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
    ...{ price: centsToText(priceCents), credit: centsToText(creditCents) },
  });
  await priceCredits(services, trx, subscription);
}

/** Writes the months of a plan's invoices. What a void invoice took from the balance was returned, and it makes no month. */
export async function recordInvoicedMonths(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  subscription: SubscriptionRow,
  renewals: readonly InvoiceWithPayment[],
): Promise<void> {
  for (const { invoice } of renewals) {
    const { status, periodStart: startsAt, periodEnd: endsAt, totalCents: priceCents, creditCents, isFirst } = invoice;
    if (status === 'draft') continue;
    if (status === 'void') await setMonthCredit(trx, { subscriptionId: subscription.id, startsAt, credit: '0.00' });
    else await recordMonth(services, trx, subscription, { startsAt, endsAt, priceCents, creditCents, isFirst });
  }
}
