/** The same day of the next month, or its last day where the month is shorter. `day` is the day of the month that a plan began on. */
export function nextMonth(from: Date, day = from.getUTCDate()): Date {
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + 1, 1);
  const lastDay = new Date(next);
  lastDay.setUTCMonth(next.getUTCMonth() + 1, 0);
  next.setUTCDate(Math.min(day, lastDay.getUTCDate()));
  return next;
}
