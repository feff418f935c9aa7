import type { z } from 'zod/mini';
import type { BoardColumn, DriverLoad } from '../../../contract/routing/day-board.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { mapInTurns } from '../../in-turns.ts';
import type { Services } from '../../services.ts';
import { inOldOrder } from '../day/plan/route-rules.ts';
import { presentVisit } from '../disposal/present-visit.ts';
import { listActiveSites } from '../disposal/sites.store.ts';
import { listVisits } from '../disposal/visits.store.ts';
import { type BoardDriver, type Leg, listRoutesOf } from '../routing.store.ts';
import { readShifts } from '../shifts/read-shifts.ts';
import { listDriversStops, type StopRow } from '../stops.store.ts';
import { readTrucks } from '../trucks/read-trucks.ts';
import { loadOf } from './load-rules.ts';
import { presentBoardStop } from './present-stop.ts';

type BoardServices = Pick<Services, 'clock' | 'settings'>;

/** Returns the board's columns of these drivers on a date, given all their stops on that date. */
export async function readColumns(
  db: Db,
  { clock, settings }: BoardServices,
  { drivers, stops, date }: { drivers: readonly BoardDriver[]; stops: readonly StopRow[]; date: string },
): Promise<z.input<typeof BoardColumn>[]> {
  const ids = drivers.map(({ id }) => id);
  const shifts = await readShifts(db, settings, ids, date);
  const routes = new Map((await listRoutesOf(db, ids, date)).map((route) => [route.driverId, route]));
  const visits = Map.groupBy(await listVisits(db, ids, date), ({ driverId }) => driverId);
  const trucks = await readTrucks(db, settings, ids);
  const hasSites = (await listActiveSites(db)).length > 0;
  const byDriver = Map.groupBy(stops, ({ driverId }) => driverId);
  const now = clock();
  const times = { day: date, today: dateKeyOf(now), now, times: settings.workTimes };
  return await mapInTurns(drivers, ({ id, username, firstName, lastName, isActive }) => {
    const own = inOldOrder(byDriver.get(id) ?? []);
    const route = routes.get(id);
    const legs = (route?.routeInstructions ?? []) as Leg[];
    const shift = shifts.get(id);
    if (!shift) throw new Error(`no shift was read for driver ${id}`);
    const legTo = new Map(legs.map((leg) => [leg.pickupId, leg]));
    const ownVisits = visits.get(id) ?? [];
    const capacityBags = hasSites ? (trucks.get(id)?.capacityBags ?? null) : null;
    return {
      ...loadOf(
        { ...{ driverId: id, shift, stops: own, visits: ownVisits, capacityBags }, route: route && { ...route, legs } },
        times,
      ),
      ...{ driverUsername: username, driverFirstName: firstName, driverLastName: lastName, isActive, shift },
      routeId: route?.id ?? null,
      routeStatus: route && route.pickupIds.length > 0 ? route.status : null,
      isStarted: own.some(({ status }) => status !== 'assigned'),
      stops: own.map((stop) => presentBoardStop(stop, legTo.get(stop.id), settings.workTimes)),
      disposalVisits: ownVisits.map(presentVisit),
    };
  });
}

/** Returns how full these drivers' days are. */
export async function readLoads(
  db: Db,
  services: BoardServices,
  driverIds: readonly string[],
  date: string,
): Promise<DriverLoad[]> {
  const stops = await listDriversStops(db, driverIds, date);
  const nobody = { username: '', firstName: null, lastName: null, isActive: true };
  const drivers = driverIds.map((id) => ({ id, ...nobody }));
  return await readColumns(db, services, { drivers, stops, date });
}
