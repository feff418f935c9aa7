import { isOpenStatus } from '../../../contract/pickups.ts';
import { personName } from '../../../contract/values/person-name.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { listBoardDrivers } from '../routing.store.ts';
import { listStopsById, type StopRow } from '../stops.store.ts';
import { changeSince } from './revision-rules.ts';

export interface ChosenStops {
  date: string;
  stops: readonly { id: string; revision: string }[];
}

/**
 * Returns the chosen stops if they are open, on the date, and as the dispatcher saw them. Throws 404 for an unknown
 * stop, and 409 `stops_changed` that names the stops that have changed.
 */
export async function requireUnchanged(db: Db, { date, stops: chosen }: ChosenStops): Promise<StopRow[]> {
  const rows = await listStopsById(
    db,
    chosen.map(({ id }) => id),
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  if (chosen.some(({ id }) => !rowOf.has(id))) throw new Refusal(404, 'Pickup not found');
  const nameOf = await driverNames(db, rows);
  const errors: Record<string, string> = {};
  for (const { id, revision } of chosen) {
    const row = rowOf.get(id) as StopRow;
    const change = changeSince(revision, row, nameOf) ?? unfitBecause(row, date);
    if (change) errors[id] = `${row.address} ${change}.`;
  }
  if (Object.keys(errors).length > 0) throw stopsChanged(errors, 'Nothing was moved.');
  return rows;
}

/** Returns why an unchanged stop can't be part of a bulk action; undefined if it can. */
function unfitBecause({ status, scheduledDay }: StopRow, date: string): string | undefined {
  if (!isOpenStatus(status)) return 'is already resolved';
  return scheduledDay === date ? undefined : 'is on another date';
}

const maxNamed = 3;

/** Returns a 409 that names the first stops in its message, and all of them by pickup ID in `errors`. */
export function stopsChanged(errors: Record<string, string>, outcome: string): Refusal {
  const sentences = Object.values(errors);
  const more = sentences.length - maxNamed;
  const named = sentences.slice(0, maxNamed).join(' ');
  const message = `${named}${more > 0 ? ` ${more} more changed, too.` : ''} ${outcome}`;
  return new Refusal(409, message, { code: 'stops_changed', errors });
}

/** Returns a function from the ID of one of these stops' drivers to the driver's name. */
export async function driverNames(
  db: Db,
  rows: readonly { driverId: string | null }[],
): Promise<(driverId: string) => string> {
  const ids = [...new Set(rows.flatMap(({ driverId }) => driverId ?? []))];
  const names = new Map((await listBoardDrivers(db, ids)).map((driver) => [driver.id, personName(driver)]));
  return (driverId) => names.get(driverId) ?? 'another driver';
}

/** Throws 409 when the date has passed: routes are planned for today and later. */
export function requireOpenDate({ clock }: Pick<Services, 'clock'>, date: string): void {
  if (date >= dateKeyOf(clock())) return;
  throw new Refusal(409, 'That date has passed. Please move its stops to a new date.', { code: 'past_date' });
}
