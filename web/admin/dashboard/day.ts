import type { AdminPickup } from '../../../contract/pickups.ts';
import { personName } from '../../../contract/values/person-name.ts';
import { maxStops } from '../../routing/day-stops.ts';
import { groupBy } from '../../ui/group-by.ts';

export interface DayProgress {
  readonly total: number;
  readonly completed: number;
  readonly scheduled: number;
  readonly unassigned: number;
  /** Reported as an issue or marked incomplete. */
  readonly problems: number;
}

/** Counts a day's stops by status. Returns undefined if the list may be cut off. */
export function progressOf(stops: readonly AdminPickup[] | undefined): DayProgress | undefined {
  if (!stops || stops.length >= maxStops) return undefined;
  const countOf = (...statuses: readonly string[]) => stops.filter(({ status }) => statuses.includes(status)).length;
  return {
    total: stops.length,
    completed: countOf('completed'),
    scheduled: countOf('assigned'),
    unassigned: countOf('pending'),
    problems: countOf('issue', 'incomplete'),
  };
}

/** "8 completed · 10 scheduled · 3 unassigned". Zero counts are left out. */
export function progressText({ completed, scheduled, unassigned, problems }: DayProgress): string {
  const parts: [number, string][] = [
    [completed, 'completed'],
    [scheduled, 'scheduled'],
    [unassigned, 'unassigned'],
    [problems, problems === 1 ? 'with a problem' : 'with problems'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(' · ');
}

const ranks: Readonly<Record<string, number>> = { pending: 0, issue: 1, incomplete: 1, assigned: 2, completed: 3 };

/** Sorts by what needs attention: unassigned stops, problems, assigned stops by arrival, then completed ones. */
export function byUrgency(one: AdminPickup, other: AdminPickup): number {
  return (
    (ranks[one.status] ?? 4) - (ranks[other.status] ?? 4) ||
    compare(one.estimatedArrival ?? '9', other.estimatedArrival ?? '9') ||
    compare(one.driverName ?? '', other.driverName ?? '') ||
    compare(one.id, other.id)
  );
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

export interface DriverDay {
  readonly id: string;
  readonly name: string;
  /** All stops of the day, as on the board and the driver's own screen. */
  readonly total: number;
  readonly completed: number;
  /** Reported as an issue or marked incomplete. */
  readonly problems: number;
}

/** "No stops", "6 of 43 done", "6 of 43 done, 1 problem" */
export function driverDayText({ total, completed, problems }: Omit<DriverDay, 'id' | 'name'>): string {
  if (total === 0) return 'No stops';
  return `${completed} of ${total} done${problems > 0 ? `, ${problems} ${problems === 1 ? 'problem' : 'problems'}` : ''}`;
}

export function driverDays(
  drivers: readonly { id: string; firstName: string | null; lastName: string | null; username: string }[],
  stops: readonly AdminPickup[],
): DriverDay[] {
  const byDriver = groupBy(stops, (stop) => stop.driverId);
  return drivers.map((driver) => {
    const { id } = driver;
    const own = byDriver.get(id) ?? [];
    const completed = own.filter(({ status }) => status === 'completed').length;
    const problems = own.filter(({ status }) => status === 'issue' || status === 'incomplete').length;
    return { ...{ id, name: personName(driver) }, ...{ total: own.length, completed, problems } };
  });
}
