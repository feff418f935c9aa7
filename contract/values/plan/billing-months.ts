/**
 * The same day of the next month in UTC, or its last day where the month is shorter. Billing months follow each other like this.
 */
export function nextMonth(from: Date, day = from.getUTCDate()): Date {
  return monthsOn(from, 1, day);
}

/** The same day of the month before, in UTC. */
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
 * The day of the month on which a plan is billed, from the end of its present month and the earlier boundaries that are known. A
 * plan that was bought on the 31st has months that end earlier, on the last day of a shorter month.
 */
export function billingDayOf(periodEnd: Date, boundaries: readonly Date[]): number {
  const day = periodEnd.getUTCDate();
  if (day !== lastDayOfMonth(periodEnd)) return day;
  return Math.max(day, ...boundaries.map((boundary) => boundary.getUTCDate()));
}
