import { createHash } from 'node:crypto';
import type { z } from 'zod/mini';
import { centsToText, textToCents } from '../../contract/money.ts';
import type { AddressCluster } from '../../contract/routing.ts';
import type { Db } from '../database/transaction.ts';
import { groupByZip } from './rules.ts';
import { listUnrouted, type StopRow } from './store.ts';

export interface Cluster {
  shape: z.input<typeof AddressCluster>;
  stops: StopRow[];
}

const mostStops = 10_000;

/**
 * Neighbouring pending pickups that no route has yet, the largest area first. The id is made of the members, so it stays
 * while they stay and changes with them: an old one can never name other people.
 */
export async function listClusters(db: Db): Promise<Cluster[]> {
  return groupByZip(await listUnrouted(db, mostStops)).map(({ zip, stops }) => ({
    shape: describe(zip, stops),
    stops,
  }));
}

function describe(zip: string | null, stops: readonly StopRow[]): z.input<typeof AddressCluster> {
  const cents = stops.reduce((sum, stop) => sum + (textToCents(stop.amount) ?? 0), 0);
  return {
    id: `${zip ?? 'other'}-${hashOf(stops)}`,
    name: zip ? `ZIP ${zip}` : 'Without a ZIP code',
    status: 'available',
    totalCustomers: new Set(stops.map((stop) => stop.customerId)).size,
    estimatedRevenue: centsToText(cents),
    addresses: stops.map(({ customerId, username, address, bagCount }) => ({
      customerId,
      username,
      address,
      bagCount,
    })),
  };
}

function hashOf(stops: readonly StopRow[]): string {
  const ids = stops.map((stop) => stop.id).sort();
  return createHash('sha256').update(ids.join()).digest('base64url').slice(0, 16);
}
