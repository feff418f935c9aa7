/** Pure rules for which customers are told that they are next. */

/** A customer is told when at most this many stops come before theirs. */
const nearStops = 3;
/** A customer is also told when the wait is at most this many minutes. */
const nearMinutes = 20;
/** Older presses are ignored: the phone had no signal, and the truck has moved on since. */
const freshPressMs = 10 * 60_000;
/**
 * The delay from a press to its messages. A phone that gets signal back sends its presses one after the other, and only
 * the last of them shows where the truck is.
 */
export const newerPressSeconds = 60;

export function isFreshPress(pressedAt: Date, now: Date): boolean {
  return now.getTime() - pressedAt.getTime() < freshPressMs;
}

/**
 * Returns true if a press that was fresh when it arrived may still cause messages. Allows two minutes more, because the
 * job runs a minute after the press arrives and may be late.
 */
export function isStillFresh(pressedAt: Date, now: Date): boolean {
  return now.getTime() - pressedAt.getTime() < freshPressMs + 2 * newerPressSeconds * 1000;
}

export function isNear(
  { stopsAhead, estimatedArrival }: { stopsAhead: number; estimatedArrival: Date | null },
  now: Date,
): boolean {
  if (stopsAhead <= nearStops) return true;
  // An estimate that has passed is useless: the driver is late, and may be far away.
  return estimatedArrival !== null && estimatedArrival > now && minutesUntil(estimatedArrival, now) <= nearMinutes;
}

/** Returns the wait in minutes: a multiple of five, at least five; null if there is no estimate or it has passed. */
export function waitMinutes(estimatedArrival: Date | null, now: Date): number | null {
  if (estimatedArrival === null || estimatedArrival <= now) return null;
  return Math.max(5, Math.round(minutesUntil(estimatedArrival, now) / 5) * 5);
}

function minutesUntil(at: Date, now: Date): number {
  return (at.getTime() - now.getTime()) / 60_000;
}
