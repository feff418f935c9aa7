/** Which customers are told that they are next. Facts and the time come in. */

/** A customer is told with at most this many stops before theirs, or this many minutes to wait. */
const nearStops = 3;
const nearMinutes = 20;
/** An older press shows where the driver was, not where the truck is, because the phone had no signal. */
const freshPressMs = 10 * 60_000;
/**
 * How long a press waits before anybody is told. A phone that gets signal back sends its presses one after the other, and only
 * the last of them says where the truck is.
 */
export const newerPressSeconds = 60;

export function isFreshPress(pressedAt: Date, now: Date): boolean {
  return now.getTime() - pressedAt.getTime() < freshPressMs;
}

/** Whether a press that was fresh when it arrived may still tell anybody. */
export function isStillFresh(pressedAt: Date, now: Date): boolean {
  return now.getTime() - pressedAt.getTime() < freshPressMs + 2 * newerPressSeconds * 1000;
}

export function isNear(
  { stopsAhead, estimatedArrival }: { stopsAhead: number; estimatedArrival: Date | null },
  now: Date,
): boolean {
  if (stopsAhead <= nearStops) return true;
  // An estimate that has passed says nothing: the driver is late, and may be far away.
  return estimatedArrival !== null && estimatedArrival > now && minutesUntil(estimatedArrival, now) <= nearMinutes;
}

/** The wait in steps of five minutes, at least five; null without an estimate, and when the estimate has passed. */
export function waitMinutes(estimatedArrival: Date | null, now: Date): number | null {
  if (estimatedArrival === null || estimatedArrival <= now) return null;
  return Math.max(5, Math.round(minutesUntil(estimatedArrival, now) / 5) * 5);
}

function minutesUntil(at: Date, now: Date): number {
  return (at.getTime() - now.getTime()) / 60_000;
}
