import type { z } from 'zod/mini';
import type { Member as MemberShape, Role } from '../../../contract/accounts.ts';
import { addDays, type DateKey, dateKeyOf, serviceTimeZone } from '../../../contract/values/dates.ts';

export type Member = z.output<typeof MemberShape>;

export const roleLabels: Record<Role, string> = { customer: 'Customer', driver: 'Driver', admin: 'Admin' };

export const roleMeanings: Record<Role, string> = {
  customer: 'Books pickups and plans.',
  driver: 'Drives a route of assigned stops.',
  admin: 'Manages the service and can change roles.',
};

const dateFormat = new Intl.DateTimeFormat('en-US', { timeZone: serviceTimeZone, dateStyle: 'medium' });

/** "Nov 3, 2026", New York. */
export function joinedTextOf(instant: string): string {
  return dateFormat.format(new Date(instant));
}

/** The day of the last sign-in: "Today", "Yesterday", "Nov 3, 2026", "Never". */
export function lastLoginTextOf(instant: string | null, today: DateKey): string {
  if (instant === null) return 'Never';
  const day = dateKeyOf(new Date(instant));
  if (day === today) return 'Today';
  return day === addDays(today, -1) ? 'Yesterday' : joinedTextOf(instant);
}

/** "Active", "Paused", "Cancelled"; null for a member who never had a plan. */
export function subscriptionTextOf(status: string): string | null {
  return status === 'none' ? null : status.charAt(0).toUpperCase() + status.slice(1);
}

/** The consequences of a role change, one sentence each. Empty for an unchanged role. */
export function roleConsequences(
  member: Pick<Member, 'role' | 'totalPickups' | 'hasSubscription'>,
  role: Role,
  isOwn: boolean,
): string[] {
  if (role === member.role) return [];
  const hasBookings = member.role === 'customer' && (member.totalPickups > 0 || member.hasSubscription);
  return [
    isOwn &&
      "This is your own account. You'll lose access to these pages immediately, and only another admin can restore it.",
    member.role === 'driver' && 'Their open stops go back to pending and must be assigned again.',
    hasBookings && 'Existing bookings remain, but this account can no longer see them.',
  ].filter((sentence) => sentence !== false);
}

/** "Marcus Hill is now a driver.", "You are now a customer." */
export function roleChangedText(name: string, role: Role, isOwn: boolean): string {
  const who = isOwn ? 'You are' : `${name} is`;
  return `${who} now ${role === 'admin' ? 'an admin' : `a ${role}`}.`;
}
