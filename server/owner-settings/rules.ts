import type { OwnerValues, PassageName } from '../../contract/owner-settings.ts';
import type { ServiceSeconds } from '../../contract/service-times.ts';

/** Pure decisions about the owner's settings. */

/** Returns the changes as text for the trail, by setting: "18:00 to 17:00". Long texts are cut. */
export function describeChanges(before: OwnerValues, after: OwnerValues): Record<string, string> {
  const { passages: oldPassages, ...old } = before;
  const { passages, ...now } = after;
  const details: Record<string, string> = {};
  for (const name of Object.keys(now) as (keyof typeof now)[]) {
    if (old[name] !== now[name]) details[name] = `${textOf(old[name])} to ${textOf(now[name])}`;
  }
  for (const name of Object.keys(passages) as PassageName[]) {
    if (oldPassages[name] !== passages[name]) {
      details[name] = `${textOf(oldPassages[name])} to ${textOf(passages[name])}`;
    }
  }
  return details;
}

/** Returns the change in the times of stops that routes use, as text for the trail. Empty if nothing changes. */
export function describeTimes(
  { setTimes, measuredTimes }: { setTimes: ServiceSeconds; measuredTimes: ServiceSeconds | null },
  after: ServiceSeconds | null,
): Record<string, string> {
  const textFor = (times: ServiceSeconds | null) => {
    const { stopSeconds, bagSeconds } = times ?? setTimes;
    return `${stopSeconds} s a stop and ${bagSeconds} s a bag (${times ? 'measured' : 'set'})`;
  };
  const [from, to] = [textFor(measuredTimes), textFor(after)];
  return from === to ? {} : { serviceTimes: `${from} to ${to}` };
}

const longestText = 500;

function textOf(value: string | number | null): string {
  const text = value === null ? 'nothing' : String(value);
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

/** Returns the length of a shift in hours; null if it isn't between 1 and 16 hours. */
export function shiftHours({ shiftStart, shiftEnd }: Pick<OwnerValues, 'shiftStart' | 'shiftEnd'>): number | null {
  const minutes = minutesOf(shiftEnd) - minutesOf(shiftStart);
  return minutes >= 60 && minutes <= 16 * 60 ? minutes / 60 : null;
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
