/**
 * Returns the same time on `day` of the next month in UTC, or on the last day of a shorter month. Billing months follow
 * each other by this rule.
 */
export function nextMonth(from: Date, day = from.getUTCDate()): Date {
  return monthsOn(from, 1, day);
}

/** Returns the same time on `day` of the previous month in UTC, or on the last day of a shorter month. */
export function previousMonth(from: Date, day = from.getUTCDate()): Date {
  return monthsOn(from, -1, day);
}

function monthsOn(from: Date, months: number, day: number): Date {
  const month = new Date(from);
  month.setUTCMonth(from.getUTCMonth() + months, 1);
  month.setUTCDate(Math.min(day, lastDayOfMonth(month)));
  return month;
}

function lastDayOfMonth(instant: Date): number {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 0)).getUTCDate();
}

/**
 * Returns the day of the month on which a plan is billed, from the end of its current month and the known earlier
 * boundaries. The months of a plan that was bought on the 31st end on the last day of shorter months.
 */
export function billingDayOf(periodEnd: Date, boundaries: readonly Date[]): number {
  const day = periodEnd.getUTCDate();
  if (day !== lastDayOfMonth(periodEnd)) return day;
  return Math.max(day, ...boundaries.map((boundary) => boundary.getUTCDate()));
}
