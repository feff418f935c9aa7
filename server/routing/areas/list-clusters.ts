import { createHash } from 'node:crypto';
import type { z } from 'zod/mini';
import type { AddressCluster } from '../../../contract/routing.ts';
import { centsToText, textToCents } from '../../../contract/values/money.ts';
import { placeOf } from '../../../contract/values/places.ts';
import { zipOf } from '../../addresses/geocode-rules.ts';
import type { Services } from '../../services.ts';
import { serviceSeconds } from '../day/route-rules.ts';
import { listUnrouted, type StopRow } from '../stops.store.ts';
import { detour } from '../travel/travel-rules.ts';
import { type AreaLimits, type AreaStop, estimateMinutes, groupIntoAreas } from './area-rules.ts';

export interface Cluster {
  shape: z.input<typeof AddressCluster>;
  stopIds: string[];
}

interface Located extends AreaStop {
  row: StopRow;
}

const maxStops = 10_000;
/** About the size of a neighborhood. */
const radiusMiles = 1.2;

/**
 * Returns areas of nearby pending pickups of one day without a route, the earliest day and the largest area first. An area's
 * id is a hash of its pickups, so a stale id never names other pickups.
 */
export async function listClusters({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<Cluster[]> {
  const rows = await listUnrouted(db, maxStops);
  const limits: AreaLimits = {
    minutes: settings.routeHours * 60,
    radiusMiles,
    minutesPerMile: (detour * 60) / settings.routeSpeedMph,
  };
  const used = new Map<string, number>();
  const clusters: Cluster[] = [];
  for (const [, ofDay] of Map.groupBy(rows, (row) => row.scheduledDay)) {
    for (const area of groupDay(ofDay, settings, limits)) clusters.push(describe(area, limits, used));
  }
  return clusters;
}

/** Pickups without coordinates form areas of their own, by ZIP code. */
function groupDay(rows: readonly StopRow[], { workTimes }: Services['settings'], limits: AreaLimits): Located[][] {
  const located: Located[] = [];
  const unlocated: Located[] = [];
  for (const row of rows) {
    const place = placeOf(row);
    const { latitude, longitude } = place ?? { latitude: 0, longitude: 0 };
    const stop = { id: row.id, latitude, longitude, minutes: serviceSeconds(row, workTimes) / 60, row };
    (place ? located : unlocated).push(stop);
  }
  const byZip = Map.groupBy(unlocated, ({ row }) => zipOf(row.address) ?? '');
  return [...groupIntoAreas(located, limits), ...[...byZip.values()].flatMap((stops) => groupIntoAreas(stops, limits))];
}

function describe(area: readonly Located[], limits: AreaLimits, used: Map<string, number>): Cluster {
  const rows = area.map(({ row }) => row);
  const [first] = rows as [StopRow];
  const cents = rows.reduce((sum, row) => sum + (textToCents(row.amount) ?? 0), 0);
  const zip = commonZip(rows);
  return {
    stopIds: rows.map(({ id }) => id),
    shape: {
      id: `${zip ?? 'other'}-${hashOf(rows)}`,
      name: nameOf(zip, `${first.scheduledDay} ${zip}`, used),
      status: 'available',
      date: first.scheduledDay,
      totalCustomers: new Set(rows.map((row) => row.customerId)).size,
      estimatedRevenue: centsToText(cents),
      estimatedMinutes: Math.round(estimateMinutes(area, limits.minutesPerMile)),
      addresses: rows.map(({ customerId, username, address, bagCount, ...pickup }) => ({
        customerId,
        username,
        address,
        bagCount,
        pickup: movableOf(pickup),
      })),
    },
  };
}

/** Such as "19147 Bella Vista"; the second one of a day is "19147 Bella Vista 2". */
function nameOf(zip: string | null, key: string, used: Map<string, number>): string {
  const count = (used.get(key) ?? 0) + 1;
  used.set(key, count);
  const words = zip === null ? ['No ZIP code'] : [zip, neighborhoodByZip.get(zip)];
  return [...words, count > 1 ? count : ''].filter(Boolean).join(' ');
}

/** The most common ZIP code. */
function commonZip(rows: readonly StopRow[]): string | null {
  const groups = [...Map.groupBy(rows, (row) => zipOf(row.address))].filter(([zip]) => zip !== null);
  groups.sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || ((a ?? '') < (b ?? '') ? -1 : 1));
  return groups[0]?.[0] ?? null;
}

function hashOf(rows: readonly StopRow[]): string {
  const ids = rows.map((row) => row.id).sort();
  return createHash('sha256').update(ids.join()).digest('base64url').slice(0, 16);
}

/** One well-known neighborhood in each ZIP code of Philadelphia. */
const neighborhoods = [
  '19102 Center City West, 19103 Rittenhouse, 19104 University City, 19106 Old City, 19107 Washington Square West',
  '19109 City Hall, 19111 Fox Chase, 19112 Navy Yard, 19113 Airport, 19114 Torresdale, 19115 Bustleton',
  '19116 Somerton, 19118 Chestnut Hill, 19119 Mount Airy, 19120 Olney, 19121 Brewerytown, 19122 Temple',
  '19123 Northern Liberties, 19124 Frankford, 19125 Fishtown, 19126 East Oak Lane, 19127 Manayunk',
  '19128 Roxborough, 19129 East Falls, 19130 Fairmount, 19131 Wynnefield, 19132 Strawberry Mansion',
  '19133 Fairhill, 19134 Port Richmond, 19135 Tacony, 19136 Holmesburg, 19137 Bridesburg, 19138 West Oak Lane',
  '19139 Haddington, 19140 Nicetown, 19141 Logan, 19142 Elmwood, 19143 Cedar Park, 19144 Germantown',
  '19145 Girard Estate, 19146 Graduate Hospital, 19147 Bella Vista, 19148 East Passyunk, 19149 Oxford Circle',
  '19150 Cedarbrook, 19151 Overbrook, 19152 Rhawnhurst, 19153 Eastwick, 19154 Parkwood',
];
const neighborhoodByZip = new Map(
  neighborhoods.flatMap((row) => row.split(', ')).map((entry) => [entry.slice(0, 5), entry.slice(6)]),
);

/** What the dispatcher's moves need. */
function movableOf({
  id,
  status,
  serviceType,
  amount,
  scheduledDate,
}: Pick<StopRow, 'id' | 'status' | 'serviceType' | 'amount' | 'scheduledDate'>) {
  return { id, status, serviceType, amount, scheduledDate: scheduledDate?.toISOString() ?? null };
}
