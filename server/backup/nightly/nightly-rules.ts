import { addDays, type DateKey, dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';

/** When a nightly backup is due, how it is named, and which ones are kept. Pure. */

/**
 * Returns the night whose backup is due: the New York date of the latest BACKUP_AT that has passed. A time that a clock
 * change skips is an hour later on that day.
 */
export function nightOf(now: Date, at: string): DateKey {
  const today = dateKeyOf(now);
  return instantOf(today, at) <= now ? today : addDays(today, -1);
}

const minuteMs = 60_000;
const longestPauseMs = 240 * minuteMs;

/** What is known of a night's earlier attempts. */
export interface Attempts {
  readonly isMade: boolean;
  readonly failures: number;
  readonly lastEndedAt: Date | null;
}

/**
 * Returns true if a night's backup is to be made now. The first failure is tried again at once, because mostly a
 * process was stopped; later ones after 15, 30, 60, 120 and then 240 minutes.
 */
export function isDue({ isMade, failures, lastEndedAt }: Attempts, now: Date): boolean {
  if (isMade) return false;
  if (failures < 2 || !lastEndedAt) return true;
  const pauseMs = Math.min(15 * minuteMs * 2 ** (failures - 2), longestPauseMs);
  return now.getTime() - lastEndedAt.getTime() >= pauseMs;
}

const ours = /^stoop-nightly-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.backup$/;

/** Returns a name with the instant in UTC, such as stoop-nightly-2026-11-23T07-30-00Z.backup. */
export function nightlyName(now: Date): string {
  return `stoop-nightly-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
}

/** Returns when a nightly backup was made, read from its name; undefined for every other file. */
export function madeAt(name: string): Date | undefined {
  const [, day, hour, minute, second] = ours.exec(name) ?? [];
  const at = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** How many of the latest days and weeks keep a backup. */
const keptDays = 7;
const keptWeeks = 4;

/**
 * Returns the files that are no longer kept. Kept are the newest backup of each of the last 7 New York days that have
 * one, and the newest of each of the last 4 weeks (Monday to Sunday) that have one. Counting only days and weeks with a
 * backup keeps old ones while none are made. Only names of nightly backups are ever returned, never the newest good one
 * (`keep`) and none that is newer.
 */
export function expiredOf(names: readonly string[], keep: string): string[] {
  const files = names
    .flatMap((name) => {
      const at = madeAt(name);
      return at ? [{ name, day: dateKeyOf(at) }] : [];
    })
    .sort((a, b) => (a.name < b.name ? 1 : -1));
  const newestOfDays = newestOfEach(files, ({ day }) => day, keptDays);
  const newestOfWeeks = newestOfEach(files, ({ day }) => mondayOf(day), keptWeeks);
  const kept = new Set([...newestOfDays, ...newestOfWeeks]);
  return files.flatMap(({ name }) => (kept.has(name) || name >= keep ? [] : [name]));
}

/** Returns the first file of each of the first groups. The files are sorted from the newest on. */
function newestOfEach<T extends { name: string }>(files: readonly T[], groupOf: (file: T) => string, most: number) {
  const newest = new Map<string, string>();
  for (const file of files) {
    const group = groupOf(file);
    if (!newest.has(group)) newest.set(group, file.name);
  }
  return [...newest.values()].slice(0, most);
}

function mondayOf(day: DateKey): DateKey {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}
