/** New York's calendar for actors and model. It shares no code with the product's. */

const hourMs = 60 * 60_000;
export const minuteMs = 60_000;
export const dayMs = 24 * hourMs;

const parts = new Intl.DateTimeFormat('en-CA', {
  ...{ timeZone: 'America/New_York', hourCycle: 'h23' },
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
});

function partsOf(ms: number): Record<string, string> {
  return Object.fromEntries(parts.formatToParts(ms).map(({ type, value }) => [type, value]));
}

/** Returns the date in New York, such as "2026-03-02". */
export function dayOf(ms: number): string {
  const { year, month, day } = partsOf(ms);
  return `${year}-${month}-${day}`;
}

/** Returns "2026-03-02 09:30" in New York. */
export function wallTextOf(ms: number): string {
  const { hour, minute } = partsOf(ms);
  return `${dayOf(ms)} ${hour}:${minute}`;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Returns the instant of a wall time (HH:MM) on a date, in ms since 1970. New York is 4 or 5 hours behind UTC. */
export function atOf(day: string, wallTime: string): number {
  const ifUtc = Date.parse(`${day}T${wallTime}:00Z`);
  const wanted = `${day} ${wallTime}`;
  return [4, 5].map((hours) => ifUtc + hours * hourMs).find((ms) => wallTextOf(ms) === wanted) ?? ifUtc + 4 * hourMs;
}
