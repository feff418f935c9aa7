import type { SiteRow } from '../disposal/sites.store.ts';
import type { UnassignedReason } from '../solver/day-problem.ts';
import type { StopRow } from '../stops.store.ts';

/** The reasons why planning left a stop without a driver, worded for the dispatcher. */
const words: Readonly<Record<Exclude<UnassignedReason, 'no-room'>, string>> = {
  'too-large': 'It has more bags than any truck holds.',
  'out-of-hours': 'No driver can get there and back within a shift.',
  'sites-closed': 'No disposal site is open after it.',
  pinned: "It can't be at its fixed place in the route.",
};

interface FullDay {
  /** The active disposal sites. If all of them have closing times, these may be why the day is full. */
  readonly sites: readonly Pick<SiteRow, 'closesAt'>[];
  /** True if promised times had to be kept, which leaves less room. */
  readonly keepsPromises: boolean;
}

export function presentLeftOver(
  { id, address }: Pick<StopRow, 'id' | 'address'>,
  reason: UnassignedReason = 'no-room',
  day: FullDay,
): { id: string; address: string; reason: string } {
  return { id, address, reason: reason === 'no-room' ? noRoomWords(day) : words[reason] };
}

function noRoomWords({ sites, keepsPromises }: FullDay): string {
  const allClose = sites.length > 0 && sites.every(({ closesAt }) => closesAt !== null);
  const until = allClose ? ' before the disposal sites close' : '';
  return `It doesn't fit into any shift${until}.${keepsPromises ? ' Promised times are kept.' : ''}`;
}
