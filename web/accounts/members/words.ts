import type { z } from 'zod/mini';
import type { Member as MemberShape, Role } from '../../../contract/accounts.ts';
import { addDays, type DateKey, dateKeyOf, serviceTimeZone } from '../../../contract/values/time/dates.ts';
import { capitalized } from '../../ui/text/capitalized.ts';

export type Member = z.output<typeof MemberShape>;

export const roleLabels: Record<Role, string> = { customer: 'Customer', driver: 'Driver', admin: 'Admin' };

export const roleMeanings: Record<Role, string> = {
  customer: 'Books pickups and plans.',
  driver: 'Drives a route of assigned stops.',
  admin: 'Manages the service and can change roles.',
};

const dateFormat = new Intl.DateTimeFormat('en-US', { timeZone: serviceTimeZone, dateStyle: 'medium' });

/** "Nov 3, 2026", New York time. */
export function joinedTextOf(instant: string): string {
  return dateFormat.format(new Date(instant));
}

/** Returns the day of the last sign-in: "Today", "Yesterday", "Nov 3, 2026", "Never". */
export function lastLoginTextOf(instant: string | null, today: DateKey): string {
  if (instant === null) return 'Never';
  const day = dateKeyOf(new Date(instant));
  if (day === today) return 'Today';
  return day === addDays(today, -1) ? 'Yesterday' : joinedTextOf(instant);
}

/** "Active", "Paused", "Cancelled"; null for a member who never had a plan. */
export function subscriptionTextOf(status: string): string | null {
  return status === 'none' ? null : capitalized(status);
}

/** Returns the consequences of a role change, one sentence each. Empty for an unchanged role. */
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

/** A change that an admin makes to somebody else's account. */
export type StateChange = 'deactivate' | 'reactivate' | 'reset-factor';

/** Returns the changes that are offered for a member; none for one's own account. */
export function stateChangesOf(
  { isActive = true, twoFactorEnabled }: Pick<Member, 'isActive' | 'twoFactorEnabled'>,
  isOwn: boolean,
): StateChange[] {
  if (isOwn) return [];
  return [...(twoFactorEnabled ? (['reset-factor'] as const) : []), isActive ? 'deactivate' : 'reactivate'];
}

interface StateWords {
  readonly button: string;
  readonly title: (name: string) => string;
  readonly consequences: (member: Pick<Member, 'role'>) => string;
  readonly confirm: string;
  readonly done: string;
  readonly doneText: (name: string) => string;
}

export const stateWords: Record<StateChange, StateWords> = {
  deactivate: {
    button: 'Deactivate',
    title: (name) => `Deactivate ${name}?`,
    consequences: ({ role }) =>
      `They'll be signed out everywhere and can't sign in until you reactivate the account.${
        role === 'driver' ? ' Their open stops go back to pending and must be assigned again.' : ''
      }${role === 'customer' ? ' Their bookings stay.' : ''}`,
    confirm: 'Deactivate',
    done: 'Account Deactivated',
    doneText: (name) => `${name} can't sign in anymore.`,
  },
  reactivate: {
    button: 'Reactivate',
    title: (name) => `Reactivate ${name}?`,
    consequences: () => 'They can sign in again with their password. Stops that were unassigned stay unassigned.',
    confirm: 'Reactivate',
    done: 'Account Reactivated',
    doneText: (name) => `${name} can sign in again.`,
  },
  'reset-factor': {
    button: 'Reset two-factor',
    title: (name) => `Reset two-factor sign-in for ${name}?`,
    consequences: () =>
      "Only do this when you know it's them: they've lost their phone and their recovery codes. They're signed out everywhere, can sign in with just the password, and get an email about it.",
    confirm: 'Reset Two-Factor',
    done: 'Two-Factor Reset',
    doneText: (name) => `${name} can sign in with just the password now.`,
  },
};
