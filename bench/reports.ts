import type pg from 'pg';
import { addDays, dateKeyOf } from '../contract/values/time/dates.ts';
import { openSessions, withClient, withDatabases } from './database.ts';
import { cityOf, fillCity } from './fill.ts';
import { startStoop } from './server-process.ts';
import { quantile, rounded } from './statistics.ts';

const spans = [7, 31, 366];
const names = ['stops', 'drivers', 'money', 'areas'];

/** Measures every report of a week, a month and a year over a city's pickups. Prints one JSON line per report and span. */
export async function benchReports({ rows, rounds }: { rows: number; rounds: number }): Promise<void> {
  await withDatabases(async (databases) => {
    const url = await databases.create('reports');
    const token = await withClient(url, fillForReports(rows));
    const server = await startStoop({ DATABASE_URL: url });
    try {
      for (const days of spans) for (const name of names) await measure(`${server.url}`, token, { name, days, rounds });
    } finally {
      await server.stop();
    }
  });
}

async function measure(
  url: string,
  token: string,
  { name, days, rounds }: { name: string; days: number; rounds: number },
): Promise<void> {
  const to = dateKeyOf(new Date());
  const path = `${url}/api/admin/reports/${name}?from=${addDays(to, 1 - days)}&to=${to}`;
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const start = performance.now();
    const response = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
    await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    // The first request runs with cold caches. It is printed too, because a report is mostly read once.
    times.push(performance.now() - start);
  }
  const [first = 0, ...others] = times;
  console.log(
    JSON.stringify({ report: name, days, firstMs: rounded(first, 0), medianMs: rounded(quantile(others, 0.5), 0) }),
  );
}

/**
 * Returns a function that creates a city's pickups and the other rows that reports read: windows, promises, the ledger,
 * months of plans, drivers' days and disposal visits. It returns an admin's session token.
 */
function fillForReports(rows: number) {
  return async (client: pg.Client): Promise<string> => {
    await fillCity(client, cityOf(rows));
    const statements = [windows, promises, ledger, months, driverDays, site, visits, 'VACUUM ANALYZE'];
    for (const statement of statements) await client.query(statement);
    const { rows: admins } = await client.query<{ id: string }>(
      `SELECT "id" FROM users WHERE "role" = 'admin' LIMIT 1`,
    );
    const [token = ''] = await openSessions(client, [admins[0]?.id ?? '']);
    return token;
  };
}

const windows = `UPDATE pickups SET "pickupWindow" = '10:00 AM – 12:00 PM',
  "settledAt" = CASE WHEN "status" = 'completed' THEN "completedAt" + interval '1 minute' * (hashtext("id"::text) % 120) END,
  "incompleteReason" = CASE WHEN "status" = 'incomplete' THEN 'not-out' END, "coordinates" = '39.93,-75.16', "coordinatesPrecision" = 'address'
  WHERE "status" <> 'cancelled' AND hashtext("id"::text) % 10 <> 0`;

/** Promised the evening before; for a same-day pickup, at the time of booking. */
const promises = `INSERT INTO promised_windows ("pickupId", "date", "startsAt", "endsAt", "promisedAt")
  SELECT "id", "scheduledDay", ("scheduledDay" + time '10:00') AT TIME ZONE 'America/New_York',
    ("scheduledDay" + time '12:00') AT TIME ZONE 'America/New_York', greatest("createdAt", "scheduledDate" - interval '16 hours')
  FROM pickups WHERE "pickupWindow" IS NOT NULL`;

const site = `INSERT INTO disposal_sites ("id", "name", "address", "minutes", "isActive", "version", "createdAt")
  VALUES (gen_random_uuid(), 'Transfer station', '3605 Grays Ferry Ave, Philadelphia, PA 19146', 20, true, 1, now())`;

/** Two visits per driver and day. */
const visits = `INSERT INTO disposal_visits ("id", "driverId", "date", "siteId", "afterStops", "bags", "emptiedAt", "tons", "createdAt")
  SELECT gen_random_uuid(), "driverId", "date", disposal_sites."id", 10 * nth, 60, ("date" + interval '11 hours' + interval '2 hours' * nth)
    AT TIME ZONE 'America/New_York', 0.8, now()
  FROM driver_metrics, disposal_sites, generate_series(1, 2) AS nth`;

const ledger = `INSERT INTO payment_history ("id", "customerId", "pickupId", "amount", "status", "movedAt", "createdAt")
  SELECT gen_random_uuid(), "customerId", "id", "amount", CASE WHEN "status" = 'cancelled' THEN 'refunded' ELSE 'succeeded' END, "createdAt", "createdAt"
  FROM pickups WHERE "paymentStatus" = 'paid' ORDER BY "createdAt"`;

const months = `INSERT INTO plan_months ("subscriptionId", "startsAt", "endsAt", "price", "visits")
  SELECT "id", begins, begins + interval '1 month', 35, 4
  FROM subscriptions, generate_series("createdAt", now(), interval '1 month') AS begins`;

const driverDays = `INSERT INTO driver_metrics ("id", "driverId", "date", "totalPickups", "completedPickups", "totalDistance", "hoursWorked")
  SELECT gen_random_uuid(), "driverId", "scheduledDay", count(*), count(*) FILTER (WHERE "status" = 'completed'), 31.5, 6.5
  FROM pickups WHERE "driverId" IS NOT NULL GROUP BY "driverId", "scheduledDay"`;
