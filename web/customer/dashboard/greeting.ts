import { serviceTimeZone } from '../../../contract/values/dates.ts';

const hourFormat = new Intl.DateTimeFormat('en-US', { timeZone: serviceTimeZone, hour: '2-digit', hourCycle: 'h23' });

/** "Morning", "Afternoon" or "Evening", by the clock of the place that the service works in. */
export function greetingAt(now: Date): string {
  const hour = Number(hourFormat.format(now));
  if (hour < 4 || hour >= 18) return 'Evening';
  return hour < 12 ? 'Morning' : 'Afternoon';
}
