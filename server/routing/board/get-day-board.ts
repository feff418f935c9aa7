import type { z } from 'zod/mini';
import { bagsOf } from '../../../contract/pickups.ts';
import type { DayBoard } from '../../../contract/routing/day-board.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { mapInTurns } from '../../in-turns.ts';
import type { Services } from '../../services.ts';
import { listBoardDrivers } from '../routing.store.ts';
import { findNextDay, listDayStops } from '../stops.store.ts';
import { findLastAction } from './bulk-actions.store.ts';
import { presentBoardStop } from './present-stop.ts';
import { readColumns } from './read-columns.ts';
import { presentAction } from './record-bulk-action.ts';

/** The most stops that a day can be planned with. */
const maxStops = 3_000;

/** Returns the board of a date. The default is the first date from today on with open stops, else today. */
export async function getDayBoard(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  actorId: string,
  chosen: string | undefined,
): Promise<z.input<typeof DayBoard>> {
  const { db, clock, settings } = services;
  const now = clock();
  const today = dateKeyOf(now);
  const date = chosen ?? (await findNextDay(db, today)) ?? today;
  const found = await listDayStops(db, date, maxStops + 1);
  const stops = found.slice(0, maxStops);
  const unassigned = stops.filter(({ status }) => status === 'pending');
  const drivers = await listBoardDrivers(db, driverIdsOf(stops));
  const columns = await readColumns(db, services, { drivers, stops, date });
  const open = stops.filter(({ status }) => status === 'assigned').length + unassigned.length;
  const lastAction = await findLastAction(db, actorId, now);
  const sum = (amount: (column: (typeof columns)[number]) => number) =>
    columns.reduce((total, column) => total + amount(column), 0);
  return {
    ...{ date, today },
    unassigned: await mapInTurns(unassigned, (stop) => presentBoardStop(stop, undefined, settings.workTimes)),
    columns,
    totals: {
      stops: stops.length,
      openStops: open,
      unassignedStops: unassigned.length,
      bags: stops.reduce((total, stop) => total + bagsOf(stop), 0),
      plannedMinutes: sum(({ plannedMinutes }) => plannedMinutes),
      miles: Math.round(sum(({ miles }) => miles) * 10) / 10,
      driversOver: columns.filter(({ overMinutes }) => overMinutes > 0).length,
    },
    nextDate: open > 0 ? null : await nextDateAfter(db, date, today),
    hasMore: found.length > maxStops,
    lastAction: lastAction ? presentAction(lastAction) : null,
  };
}

async function nextDateAfter(db: Db, date: string, today: string): Promise<string | null> {
  return (await findNextDay(db, date > today ? date : today)) ?? null;
}

function driverIdsOf(stops: readonly { driverId: string | null }[]): string[] {
  return [...new Set(stops.flatMap(({ driverId }) => driverId ?? []))];
}
