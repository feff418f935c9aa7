import type { DriverTruck, DriverTruckBody } from '../../../contract/routing/trucks.ts';
import { placeOf } from '../../../contract/values/places.ts';
import { locateAddress } from '../../addresses/locate-address.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { findDriver } from '../routing.store.ts';
import { readUsualShift } from '../shifts/read-shifts.ts';
import { describeTruckChange, whyWrongPause } from './truck-rules.ts';
import { deleteTruck, listTrucks, saveTruck, type TruckRow } from './trucks.store.ts';

type TruckServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'geocoder' | 'settings'>;

/**
 * Returns a driver's truck, which of its values come from the settings, and the usual hours. Throws 404 (no such
 * driver).
 */
export async function getTruck(services: Pick<Services, 'db' | 'settings'>, driverId: string): Promise<DriverTruck> {
  await requireDriver(services.db, driverId);
  return await readTruck(services, services.db, driverId);
}

/**
 * Saves a driver's own truck, start, end and pause. Planned routes stay as they are. Throws 400 (a pause whose latest
 * time is not after its earliest) and 404 (no such driver).
 */
export async function setTruck(
  services: TruckServices,
  actorId: string,
  driverId: string,
  { capacityBags, startAddress, endAddress, pause }: DriverTruckBody,
): Promise<DriverTruck> {
  const errors = whyWrongPause(pause);
  if (errors) throw new Refusal(400, errors['pause.until'], { errors });
  return await changeTruck(services, { actorId, driverId }, async (trx, old) => {
    const start = await placeFor(services, trx, startAddress, old && [old.startAddress, old.startCoordinates]);
    const end = await placeFor(services, trx, endAddress, old && [old.endAddress, old.endCoordinates]);
    await saveTruck(trx, {
      ...{ driverId, capacityBags, startAddress, startCoordinates: start, endAddress, endCoordinates: end },
      ...{ pauseMinutes: pause?.minutes ?? null, pauseFrom: pause?.from ?? null, pauseUntil: pause?.until ?? null },
      updatedAt: services.clock(),
    });
  });
}

/** Removes a driver's own truck, so that the settings apply again. Throws 404 (no such driver). */
export async function removeTruck(services: TruckServices, actorId: string, driverId: string): Promise<DriverTruck> {
  return await changeTruck(services, { actorId, driverId }, (trx) => deleteTruck(trx, driverId));
}

/** Changes a driver's truck, and adds a line to the driver's trail if anything changes. */
async function changeTruck(
  services: TruckServices,
  { actorId, driverId }: { actorId: string; driverId: string },
  change: (trx: Db, old: TruckRow | undefined) => Promise<void>,
): Promise<DriverTruck> {
  await requireDriver(services.db, driverId);
  return await inTransaction(services.db, async (trx) => {
    const before = await readTruck(services, trx, driverId);
    await change(trx, (await listTrucks(trx, [driverId]))[0]);
    const after = await readTruck(services, trx, driverId);
    const details = describeTruckChange(before, after);
    if (Object.keys(details).length > 0) {
      const line = { actorId, action: 'truck_changed', subject: 'user', subjectId: driverId, details } as const;
      await recordChanges(services, trx, [line]);
    }
    return after;
  });
}

/** Returns the coordinates of an address; the old ones if the address is unchanged. */
async function placeFor(
  services: TruckServices,
  trx: Db,
  address: string | null,
  old: readonly [address: string | null, coordinates: string | null] | undefined,
): Promise<string | null> {
  if (address === null) return null;
  if (old && old[0] === address && old[1] !== null) return old[1];
  return (await locateAddress(services, trx, address)).coordinates;
}

async function readTruck({ settings }: Pick<Services, 'settings'>, db: Db, driverId: string): Promise<DriverTruck> {
  const [row] = await listTrucks(db, [driverId]);
  const { pauseMinutes = null, pauseFrom = null, pauseUntil = null } = row ?? {};
  const isPlaced = (address: string | null, coordinates: string | null, ofSettings: object | undefined) =>
    address === null ? ofSettings !== undefined : placeOf({ coordinates, coordinatesPrecision: null }) !== null;
  const [startAddress, endAddress] = [row?.startAddress ?? null, row?.endAddress ?? null];
  return {
    isOwn: row !== undefined,
    capacityBags: row?.capacityBags ?? settings.truckBags,
    settingsBags: settings.truckBags,
    start: {
      address: startAddress,
      isPlaced: isPlaced(startAddress, row?.startCoordinates ?? null, settings.routeStart),
    },
    end: { address: endAddress, isPlaced: isPlaced(endAddress, row?.endCoordinates ?? null, settings.routeEnd) },
    pause:
      pauseMinutes === null || pauseFrom === null || pauseUntil === null
        ? null
        : { minutes: pauseMinutes, from: pauseFrom, until: pauseUntil },
    shift: await readUsualShift(db, settings, driverId),
  };
}

async function requireDriver(db: Db, driverId: string): Promise<void> {
  if (!(await findDriver(db, driverId))) throw new Refusal(404, 'Driver not found');
}
