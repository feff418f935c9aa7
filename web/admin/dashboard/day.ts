import type { AdminPickup } from '../../../contract/pickups.ts';
import { mostStops } from '../../routing/day-stops.ts';

/** How a day of stops stands, and in which order a dispatcher looks at it. */

export interface DayProgress {
  readonly total: number;
  readonly completed: number;
  readonly scheduled: number;
  readonly unassigned: number;
  /** Reported as an issue or marked incomplete. */
  readonly trouble: number;
}

/** Counts a day; undefined where the list may be cut and would count too few. */
export function progressOf(stops: readonly AdminPickup[] | undefined): DayProgress | undefined {
  if (!stops || stops.length >= mostStops) return undefined;
  const countOf = (...statuses: readonly string[]) => stops.filter(({ status }) => statuses.includes(status)).length;
  return {
    total: stops.length,
    completed: countOf('completed'),
    scheduled: countOf('assigned'),
    unassigned: countOf('pending'),
    trouble: countOf('issue', 'incomplete'),
  };
}

/** "8 completed · 10 scheduled · 3 unassigned"; what there is none of goes unsaid. */
export function progressText({ completed, scheduled, unassigned, trouble }: DayProgress): string {
  const parts: [number, string][] = [
    [completed, 'completed'],
    [scheduled, 'scheduled'],
    [unassigned, 'unassigned'],
    [trouble, trouble === 1 ? 'with a problem' : 'with problems'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(' · ');
}

const ranks: Readonly<Record<string, number>> = { pending: 0, issue: 1, incomplete: 1, assigned: 2, completed: 3 };

/** What needs somebody first: nobody's stops, then trouble, then what is on its way by time; done ones last. */
export function byUrgency(one: AdminPickup, other: AdminPickup): number {
  return (
    (ranks[one.status] ?? 4) - (ranks[other.status] ?? 4) ||
    compare(one.estimatedArrival ?? '9', other.estimatedArrival ?? '9') ||
    compare(one.driverUsername ?? '', other.driverUsername ?? '') ||
    compare(one.id, other.id)
  );
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

export interface DriverDay {
  readonly id: string;
  readonly name: string;
  readonly total: number;
  readonly completed: number;
}

/** What each driver has today, those with nothing included: they can take more. */
export function driverDays(
  drivers: readonly { id: string; username: string }[],
  stops: readonly AdminPickup[],
): DriverDay[] {
  const byDriver = Map.groupBy(stops, (stop) => stop.driverId);
  return drivers.map(({ id, username }) => {
    const own = (byDriver.get(id) ?? []).filter(({ status }) => status === 'assigned' || status === 'completed');
    return {
      id,
      name: username,
      total: own.length,
      completed: own.filter(({ status }) => status === 'completed').length,
    };
  });
}
