import type { z } from 'zod/mini';
import type { Member as MemberShape, Role } from '../../../contract/accounts.ts';
import { addDays, type DateKey, dateKeyOf, serviceTimeZone } from '../../../contract/values/dates.ts';

export type Member = z.output<typeof MemberShape>;

/** How members are spoken of on the dispatcher's screen. */

export const roleLabels: Record<Role, string> = { customer: 'Customer', driver: 'Driver', admin: 'Admin' };

/** What a role is for, beside its name. */
export const roleMeanings: Record<Role, string> = {
  customer: 'Books pickups and plans.',
  driver: 'Works a route of assigned stops.',
  admin: 'Runs the service on these pages, and may change roles.',
};

export function fullNameOf({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || 'No name given';
}

const dateFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: serviceTimeZone,
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** "Nov 3, 2026", New York. */
export function joinedTextOf(instant: string): string {
  return dateFormat.format(new Date(instant));
}

/** The day of the last sign-in: "Today", "Yesterday", "Nov 3, 2026", or that there was none. */
export function lastLoginTextOf(instant: string | null, today: DateKey): string {
  if (instant === null) return 'Never';
  const day = dateKeyOf(new Date(instant));
  if (day === today) return 'Today';
  return day === addDays(today, -1) ? 'Yesterday' : joinedTextOf(instant);
}

/** "Active", "Paused", "Cancelled"; null where there never was a subscription, which is not shown. */
export function subscriptionTextOf(status: string): string | null {
  return status === 'none' ? null : status.charAt(0).toUpperCase() + status.slice(1);
}

/** What a change of role brings with it, one sentence each; nothing for a role that stays. */
export function roleConsequences(
  member: Pick<Member, 'role' | 'totalPickups' | 'hasSubscription'>,
  role: Role,
  isOwn: boolean,
): string[] {
  if (role === member.role) return [];
  const consequences = [];
  if (isOwn) {
    consequences.push(
      'This is your own account. These pages close for you at once; only another admin can let you back.',
    );
  }
  if (member.role === 'driver') {
    consequences.push('Stops that are still open go back to pending and have to be assigned again.');
  }
  if (member.role === 'customer' && (member.totalPickups > 0 || member.hasSubscription)) {
    consequences.push('What was booked stays booked, but this account no longer sees it.');
  }
  return consequences;
}

/** "marcus is now a driver.", "You are now a customer." */
export function roleChangedText(username: string, role: Role, isOwn: boolean): string {
  const who = isOwn ? 'You are' : `${username} is`;
  return `${who} now ${role === 'admin' ? 'an admin' : `a ${role}`}.`;
}
