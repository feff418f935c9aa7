import { type MoneyReport, moneySources } from '../../contract/reports.ts';
import { centsToText } from '../../contract/values/money.ts';
import { addDays, instantOf } from '../../contract/values/time/dates.ts';
import { type DaySpan, periodsOf } from '../../contract/values/time/report-periods.ts';
import type { Services } from '../services.ts';
import { countRenewals, type MoneyOfDay, sumMoney, sumRecurring } from './money.store.ts';

/** Converts a span of New York days to instants: the first midnight, and the one after the last day. */
export function instantsOf({ from, to }: DaySpan): { since: Date; until: Date } {
  return { since: instantOf(from, '00:00'), until: instantOf(addDays(to, 1), '00:00') };
}

/**
 * Returns the report of money: charges and refunds in a span of days, by the ledger, and the monthly recurring revenue.
 */
export async function getMoneyReport(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  span: DaySpan,
): Promise<MoneyReport> {
  const { since, until } = instantsOf(span);
  const atMostNow = (instant: Date) => new Date(Math.min(instant.getTime(), clock().getTime()));
  const [money, recurringBefore, recurringAfter, renewals] = await Promise.all([
    sumMoney(db, { since, until }),
    sumRecurring(db, atMostNow(since)),
    sumRecurring(db, atMostNow(until)),
    countRenewals(db, { since, until }),
  ]);
  return {
    total: sumsOf(money),
    periods: periodsOf(span).map((period) => {
      return { ...period, ...sumsOf(money.filter(({ day }) => day >= period.from && day <= period.to)) };
    }),
    sources: moneySources.map((source) => ({ source, ...sumsOf(money.filter((day) => day.source === source)) })),
    credit: centsToText(sumOf(money, 'creditCents')),
    disputed: centsToText(sumOf(money, 'disputedCents')),
    recurring: {
      before: centsToText(recurringBefore.cents),
      after: centsToText(recurringAfter.cents),
      plansBefore: recurringBefore.plans,
      plansAfter: recurringAfter.plans,
    },
    renewals: {
      failed: renewals.failed,
      recovered: renewals.recovered,
      recoveredAmount: centsToText(renewals.recoveredCents),
    },
  };
}

type CentsField = 'chargedCents' | 'refundedCents' | 'creditCents' | 'disputedCents';

function sumOf(days: readonly MoneyOfDay[], field: CentsField): number {
  return days.reduce((sum, day) => sum + day[field], 0);
}

function sumsOf(days: readonly MoneyOfDay[]): MoneyReport['total'] {
  const [charged, refunded] = [sumOf(days, 'chargedCents'), sumOf(days, 'refundedCents')];
  return { charged: centsToText(charged), refunded: centsToText(refunded), net: centsToText(charged - refunded) };
}
