import { createHash } from 'node:crypto';
import type { z } from 'zod/mini';
import { decodeOutlines } from '../../../contract/neighborhoods/outlines.ts';
import topology from '../../../contract/neighborhoods/philadelphia.topo.json' with { type: 'json' };
import type { AddressCluster } from '../../../contract/routing.ts';
import { centsOf, centsToText } from '../../../contract/values/money.ts';
import { personName } from '../../../contract/values/person-name.ts';
import { type Place, placeOf } from '../../../contract/values/places.ts';
import { zipOf } from '../../addresses/geocode-rules.ts';
import type { Db } from '../../database/transaction.ts';
import { runInTurns } from '../../in-turns.ts';
import type { Services } from '../../services.ts';
import { serviceSeconds } from '../day/plan/route-rules.ts';
import { listUnrouted, readUnroutedVersion, type UnroutedRow } from '../stops.store.ts';
import { detour } from '../travel/travel-rules.ts';
import { type AreaLimits, type AreaStop, estimateMinutes, groupIntoAreas } from './area-rules.ts';
import { commonNeighborhood } from './neighborhood-rules.ts';

type Area = z.input<typeof AddressCluster>;

export interface Areas {
  /** The areas, frozen because all requests share them. */
  readonly shapes: Area[];
  /** The pickup IDs of each area, by area id. */
  readonly stopIds: ReadonlyMap<string, readonly string[]>;
}

interface Located extends AreaStop {
  row: UnroutedRow;
  /** The ZIP code of the address; null if it has none. */
  zip: string | null;
  /** The coordinates of the address; null if unknown. */
  place: Place | null;
}

const outlines = decodeOutlines(topology);
const maxStops = 10_000;
/** The addresses that are parsed in one piece of work. */
const stopsAtOnce = 200;
/** About the size of a neighborhood. */
const radiusMiles = 1.2;

/**
 * The last grouped areas, and the version of the data they were made from. Grouping thousands of pickups takes longer
 * than the rest of a request, so requests that come meanwhile wait for the same result.
 */
const lastGrouped = new WeakMap<Db, { version: string; areas: Promise<Areas> }>();

/**
 * Returns areas of nearby pending pickups of one day without a route, the earliest day and the largest area first. An
 * area's id is a hash of its pickups, so a stale id never names other pickups. Areas are grouped again after a pickup,
 * its customer or a setting has changed.
 */
export async function listClusters({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<Areas> {
  const limits: AreaLimits = {
    minutes: settings.routeHours * 60,
    radiusMiles,
    minutesPerMile: (detour * 60) / settings.routeSpeedMph,
  };
  // The version is read before the pickups, so that a change between the two reads is noticed.
  const version = JSON.stringify([await readUnroutedVersion(db), limits, settings.workTimes]);
  const known = () => (lastGrouped.get(db)?.version === version ? lastGrouped.get(db)?.areas : undefined);
  const last = known();
  if (last) return await last;
  const rows = await listUnrouted(db, maxStops);
  const areas = known() ?? runInTurns(groupAll(rows, limits, settings));
  lastGrouped.set(db, { version, areas });
  return await areas;
}

/** Groups the pickups of all days. Pauses between pieces of work, as `groupIntoAreas` does. */
function* groupAll(
  rows: readonly UnroutedRow[],
  limits: AreaLimits,
  settings: Services['settings'],
): Generator<void, Areas> {
  const used = new Map<string, number>();
  const shapes: Area[] = [];
  const stopIds = new Map<string, string[]>();
  for (const [, ofDay] of Map.groupBy(rows, (row) => row.scheduledDay)) {
    for (const area of yield* groupDay(ofDay, settings, limits)) {
      const shape = describe(area, limits, used);
      shapes.push(shape);
      stopIds.set(
        shape.id,
        area.map(({ row }) => row.id),
      );
      yield;
    }
  }
  return { shapes: Object.freeze(shapes) as Area[], stopIds };
}

/** Groups the pickups of one day. Pickups without coordinates form separate areas, by ZIP code. */
function* groupDay(
  rows: readonly UnroutedRow[],
  { workTimes }: Services['settings'],
  limits: AreaLimits,
): Generator<void, Located[][]> {
  const located: Located[] = [];
  const unlocated: Located[] = [];
  for (const row of rows) {
    const place = placeOf(row);
    const { latitude, longitude } = place ?? { latitude: 0, longitude: 0 };
    const stop = {
      row,
      place,
      zip: zipOf(row.address),
      id: row.id,
      latitude,
      longitude,
      minutes: serviceSeconds(row, workTimes) / 60,
    };
    (place ? located : unlocated).push(stop);
    if ((located.length + unlocated.length) % stopsAtOnce === 0) yield;
  }
  const areas = yield* groupIntoAreas(located, limits);
  for (const ofZip of Map.groupBy(unlocated, ({ zip }) => zip ?? '').values()) {
    areas.push(...(yield* groupIntoAreas(ofZip, limits)));
  }
  return areas;
}

function describe(area: readonly Located[], limits: AreaLimits, used: Map<string, number>): Area {
  const rows = area.map(({ row }) => row);
  const [first] = rows as [UnroutedRow];
  const cents = rows.reduce((sum, row) => sum + centsOf(row.amount), 0);
  const zip = commonZip(area);
  const located = area.filter(({ place }) => place !== null);
  return {
    id: `${zip ?? 'other'}-${hashOf(rows)}`,
    name: nameOf(zip, commonNeighborhood(located, outlines), first.scheduledDay, used),
    status: 'available',
    date: first.scheduledDay,
    totalCustomers: new Set(rows.map((row) => row.customerId)).size,
    estimatedRevenue: centsToText(cents),
    estimatedMinutes: Math.round(estimateMinutes(area, limits.minutesPerMile)),
    addresses: rows.map(({ customerId, username, address, bagCount, ...pickup }) => ({
      customerId,
      username,
      name: personName({ username, ...pickup }),
      address,
      bagCount,
      pickup: movableOf(pickup),
    })),
  };
}

/** Returns an area's name: "19147 Bella Vista", or "19147 Bella Vista 2" for the second area of that name on a day. */
function nameOf(zip: string | null, neighborhood: string | null, day: string, used: Map<string, number>): string {
  const name = [zip, neighborhood].filter(Boolean).join(' ') || 'No ZIP code';
  const count = (used.get(`${day} ${name}`) ?? 0) + 1;
  used.set(`${day} ${name}`, count);
  return count > 1 ? `${name} ${count}` : name;
}

/** Returns the most common ZIP code; null if there is none. */
function commonZip(area: readonly Located[]): string | null {
  const groups = [...Map.groupBy(area, ({ zip }) => zip)].filter(([zip]) => zip !== null);
  groups.sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || ((a ?? '') < (b ?? '') ? -1 : 1));
  return groups[0]?.[0] ?? null;
}

function hashOf(rows: readonly UnroutedRow[]): string {
  const ids = rows.map((row) => row.id).sort();
  return createHash('sha256').update(ids.join()).digest('base64url').slice(0, 16);
}

/** Returns the fields that the dispatcher's moves need. */
function movableOf({
  id,
  status,
  serviceType,
  amount,
  scheduledDate,
}: Pick<UnroutedRow, 'id' | 'status' | 'serviceType' | 'amount' | 'scheduledDate'>) {
  return { id, status, serviceType, amount, scheduledDate: scheduledDate?.toISOString() ?? null };
}
