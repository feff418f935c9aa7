import type { SiteRow } from '../disposal/sites.store.ts';
import type { UnassignedReason } from '../solver/day-problem.ts';
import type { StopRow } from '../stops.store.ts';

/** Why planning left a stop without a driver, in the dispatcher's words. */
const words: Readonly<Record<UnassignedReason, string>> = {
  'too-large': 'It has more bags than any truck holds.',
  'out-of-hours': 'No driver can get there and back within a shift.',
  'sites-closed': 'No disposal site is open after it.',
  pinned: "It can't be at its fixed place in the route.",
  'no-room': "It doesn't fit into any shift.",
};

/** `sites` are the active disposal sites: a day may be full because all of them close. */
export function presentLeftOver(
  { id, address }: StopRow,
  reason: UnassignedReason = 'no-room',
  sites: readonly Pick<SiteRow, 'closesAt'>[],
): { id: string; address: string; reason: string } {
  const allClose = sites.length > 0 && sites.every(({ closesAt }) => closesAt !== null);
  return { id, address, reason: reason === 'no-room' && allClose ? beforeClosing : words[reason] };
}

const beforeClosing = "It doesn't fit into any shift before the disposal sites close.";
