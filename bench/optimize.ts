import autocannon from 'autocannon';
import type pg from 'pg';
import { addDays, dateKeyOf, instantOf } from '../contract/values/time/dates.ts';
import { openSessions, withClient, withDatabases } from './database.ts';
import { benchPlanDay } from './plan-day.ts';
import { type ServerProcess, startStoop } from './server-process.ts';
import { rounded } from './statistics.ts';

const path = '/api/admin/optimize-package-route';

/**
 * Measures how long optimizing routes takes, and the latency of other requests (50 per second) before and during it. Then
 * optimizes again, which must save nothing, and lists the areas of `areas` addresses. Prints one JSON line for each.
 */
export async function benchOptimize({
  stops,
  drivers,
  areas,
}: Record<'stops' | 'drivers' | 'areas', number>): Promise<void> {
  // The limits for the whole request are 3 s and 15 s.
  await benchPlanDay(stops, drivers, 2_500);
  await benchPlanDay(2_000, 40, 12_500);
  await withDatabases(async (databases) => {
    const databaseUrl = await databases.create('optimize');
    const stoop = await startStoop({ DATABASE_URL: databaseUrl, GEOCODER: 'off' });
    try {
      const token = await withClient(databaseUrl, (client) => fill(client, { stops, drivers, areas }));
      print('other requests, before', await otherRequests(stoop, token, 3));
      const [during, first] = await Promise.all([otherRequests(stoop, token, 6), optimize(stoop, token)]);
      print(`optimize ${stops} stops, ${drivers} drivers`, first);
      print('other requests, during', during);
      print('optimize again', await optimize(stoop, token));
      print(`areas of ${areas} addresses`, await listAreas(stoop, token));
    } finally {
      await stoop.stop();
    }
  });
}

function print(what: string, figures: object): void {
  console.log(JSON.stringify({ what, ...figures }));
}

/**
 * Creates pending pickups: tomorrow's for optimizing, the next day's for the areas. Returns an admin's session token.
 */
async function fill(client: pg.Client, { stops, drivers, areas }: Record<string, number>): Promise<string> {
  await client.query(people, [drivers]);
  const tomorrow = addDays(dateKeyOf(new Date()), 1);
  for (const [index, count] of [stops, areas].entries()) {
    await client.query(pickups, [count, instantOf(addDays(tomorrow, index), '09:00')]);
  }
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query<{ id: string }>(`SELECT "id" FROM users WHERE "role" = 'admin'`);
  const [token = ''] = await openSessions(
    client,
    rows.map(({ id }) => id),
  );
  return token;
}

const people = `
  INSERT INTO users ("id", "username", "email", "role")
  SELECT gen_random_uuid(), role || '_' || i, role || '_' || i || '@stoop.example', role
  FROM (VALUES ('customer', 50), ('driver', $1::integer), ('admin', 1)) AS kinds (role, count), generate_series(1, count) AS i`;

const pickups = `
  INSERT INTO pickups ("id", "customerId", "address", "coordinates", "coordinatesPrecision", "bagCount", "amount", "serviceType",
    "scheduledDate")
  SELECT gen_random_uuid(), (SELECT "id" FROM users WHERE "username" = 'customer_' || 1 + i % 50),
    i || ' Market St, Philadelphia, PA 191' || 20 + i % 30,
    round((39.90 + 0.15 * random())::numeric, 5) || ',' || round((-75.25 + 0.25 * random())::numeric, 5), 'address',
    1 + i % 10, 45, 'one-time', $2
  FROM generate_series(1, $1::integer) AS i`;

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

/** Measures the latency (ms) of an admin's reads at 50 requests per second. */
async function otherRequests({ url }: ServerProcess, token: string, seconds: number): Promise<object> {
  const paths = ['/api/admin/pickups?limit=10', '/api/admin/request-counts', '/api/auth/user'];
  const { latency, non2xx, errors } = await autocannon({
    url,
    connections: 10,
    overallRate: 50,
    duration: seconds,
    requests: paths.map((each) => ({ method: 'GET', path: each, headers: headersOf(token) })),
  });
  return { p50Ms: latency.p50, p99Ms: latency.p99, maxMs: latency.max, failed: non2xx + errors };
}

async function optimize({ url }: ServerProcess, token: string): Promise<object> {
  const startedMs = performance.now();
  const response = await fetch(url + path, { method: 'POST', headers: headersOf(token), body: '{}' });
  const { totalStops, routes, totalMiles, totalMinutes, savedMiles, savedMinutes, message } = await response.json();
  const minutes = (routes ?? []).map(({ estimatedTime }: { estimatedTime: number }) => estimatedTime);
  const mean = totalMinutes / minutes.length;
  return {
    ...{ status: response.status, seconds: rounded((performance.now() - startedMs) / 1000, 2), message },
    ...{ totalStops, totalMiles, totalMinutes, savedMiles, savedMinutes },
    longestByMean: rounded(Math.max(...minutes) / mean, 3),
  };
}

async function listAreas({ url }: ServerProcess, token: string): Promise<object> {
  const startedMs = performance.now();
  const response = await fetch(`${url}/api/admin/address-clusters`, { headers: headersOf(token) });
  const areas = (await response.json()) as { addresses: unknown[]; estimatedMinutes: number }[];
  return {
    status: response.status,
    seconds: rounded((performance.now() - startedMs) / 1000, 2),
    areas: areas.length,
    addresses: areas.reduce((sum, { addresses }) => sum + addresses.length, 0),
    longestMinutes: Math.max(...areas.map(({ estimatedMinutes }) => estimatedMinutes)),
  };
}
