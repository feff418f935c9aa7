import type { OwnerValues, PassageName } from '../../contract/owner-settings.ts';
import type { ServiceSeconds } from '../../contract/service-times.ts';

/** Decisions about the owner's settings. Nothing is read here. */

/** The changes as text for the trail: "18:00 to 17:00" for each value. Long texts are cut. */
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

/** The same for the times of stops, by what routes use before and after. */
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

/** The length of a shift in hours; null when it doesn't end after it starts, or is longer than 16 hours. */
export function shiftHours({ shiftStart, shiftEnd }: Pick<OwnerValues, 'shiftStart' | 'shiftEnd'>): number | null {
  const minutes = minutesOf(shiftEnd) - minutesOf(shiftStart);
  return minutes >= 60 && minutes <= 16 * 60 ? minutes / 60 : null;
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
