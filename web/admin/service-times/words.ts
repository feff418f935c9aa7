import type { ServiceSeconds, ServiceTimes } from '../../../contract/service-times.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';

/** The sentences of the card of service times. */

const minutesText = ({ stopSeconds }: ServiceSeconds) =>
  `${(stopSeconds / 60).toLocaleString('en-US', { maximumFractionDigits: 1 })} min`;

/** "Measured on 1,240 stops from Oct 26 to Nov 22: 3.4 min a stop, 18 s a bag." */
export function measuredText(measured: NonNullable<ServiceTimes['measured']>): string {
  const [from, until] = [measured.from, measured.until].map((day) => formatDateKey(day).replace(/^\w+, /, ''));
  const times = `${minutesText(measured)} a stop, ${measured.bagSeconds} s a bag`;
  return `Measured on ${measured.stops.toLocaleString('en-US')} stops from ${from} to ${until}: ${times}.`;
}

/** "Routes use 3 min and 20 s." */
export function usedText({ measured, used }: ServiceTimes): string {
  const times = `Routes use ${minutesText(used)} and ${used.bagSeconds} s`;
  if (!used.isMeasured) return `${times}.`;
  return isNewest({ measured, used }) ? `${times}, as measured.` : `${times}, from an earlier measurement.`;
}

/** Returns true if routes use the latest measurement. */
export function isNewest({ measured, used }: Pick<ServiceTimes, 'measured' | 'used'>): boolean {
  return used.isMeasured && measured?.stopSeconds === used.stopSeconds && measured.bagSeconds === used.bagSeconds;
}
