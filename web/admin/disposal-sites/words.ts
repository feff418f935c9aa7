import type { DisposalSite } from '../../../contract/routing/disposal-sites.ts';
import { clockText } from '../../../contract/values/time/dates.ts';

/** "Open 6:00 AM – 5:00 PM, 20 minutes there". */
export function siteFacts({ opensAt, closesAt, minutes }: Pick<DisposalSite, 'opensAt' | 'closesAt' | 'minutes'>) {
  const hours = opensAt && closesAt ? `Open ${clockText(opensAt)} – ${clockText(closesAt)}` : 'Always open';
  return `${hours}, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} there`;
}

/** Returns the effect of the sites on routes that are planned from now on, in a sentence. */
export function sitesConsequence(sites: readonly Pick<DisposalSite, 'isActive' | 'place'>[]): string {
  const active = sites.filter(({ isActive }) => isActive);
  if (active.length === 0) return 'No site is active, so routes never stop to empty a truck.';
  return active.some(({ place }) => place)
    ? 'A full truck goes to one of the active sites.'
    : 'No active site is on the map yet, so routes never stop to empty a truck.';
}
