import type { DisposalSiteBody } from '../../../contract/routing/disposal-sites.ts';
import { clockText } from '../../../contract/values/time/dates.ts';

/** Pure rules for disposal sites. */

type Hours = Pick<DisposalSiteBody, 'opensAt' | 'closesAt'>;

/** Returns what is wrong with a site's hours, by field; null if they are valid. A site without hours is always open. */
export function whyWrongHours({ opensAt, closesAt }: Hours): { opensAt: string } | { closesAt: string } | null {
  if (opensAt === null && closesAt === null) return null;
  const missing = 'Please enter both times, or choose Always open.';
  if (opensAt === null) return { opensAt: missing };
  if (closesAt === null) return { closesAt: missing };
  return opensAt < closesAt ? null : { closesAt: 'The site must close after it opens.' };
}

/** Returns "7:00 AM – 5:00 PM", or "always open". */
export function siteHoursText({ opensAt, closesAt }: Hours): string {
  return opensAt === null || closesAt === null ? 'always open' : `${clockText(opensAt)} – ${clockText(closesAt)}`;
}

/** Returns the changes of a site as text for the trail, by field. */
export function describeSiteChange(before: DisposalSiteBody, after: DisposalSiteBody): Record<string, string> {
  const texts = ({ name, address, minutes, isActive, ...hours }: DisposalSiteBody) => ({
    ...{ name, address, hours: siteHoursText(hours), minutes: String(minutes), state: isActive ? 'on' : 'off' },
  });
  const [old, now] = [texts(before), texts(after)];
  const fields = Object.keys(now) as (keyof typeof now)[];
  return Object.fromEntries(
    fields.filter((field) => old[field] !== now[field]).map((field) => [field, `${old[field]} to ${now[field]}`]),
  );
}
