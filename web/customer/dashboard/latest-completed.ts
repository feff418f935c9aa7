import type { Pickup } from '../../../contract/pickups.ts';

const shownAtMost = 3;

/** What was picked up last, the latest first (HOME-6). */
export function latestCompleted(pickups: readonly Pickup[]): Pickup[] {
  const doneAt = ({ completedAt, scheduledDate }: Pickup) => completedAt ?? scheduledDate ?? '';
  return [...pickups].sort((a, b) => doneAt(b).localeCompare(doneAt(a))).slice(0, shownAtMost);
}
