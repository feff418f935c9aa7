import type pg from 'pg';

/** The days of `bench -- turns`: many stops of one kind. */

/**
 * Creates a customer with a plan for each stop, served on the weekday, 40 drivers and an admin. Returns the admin's id.
 */
export async function fillPeople(client: pg.Client, stops: number, weekday: string): Promise<string> {
  await client.query(people, [stops]);
  await client.query(plans, [weekday]);
  const { rows } = await client.query<{ id: string }>(`SELECT "id" FROM users WHERE "role" = 'admin'`);
  await client.query('VACUUM ANALYZE');
  return rows[0]?.id ?? '';
}

export interface StopKind {
  name: string;
  /** Whether each stop belongs to a plan of its own. */
  isOfPlan: boolean;
  /** Replaces the stops with `count` others at an instant. */
  fill(client: pg.Client, count: number, at: Date): Promise<void>;
}

export const stopKinds: readonly StopKind[] = [
  kindOf('one-time, across the city', { place: 'city' }),
  kindOf('one-time, at one address', { place: 'one' }),
  kindOf('one-time, at unknown addresses', { place: 'none' }),
  kindOf('of plans', { place: 'city', isOfPlan: true }),
  kindOf('assigned, of plans', { place: 'city', isOfPlan: true, isAssigned: true }),
];

interface Shape {
  place: 'city' | 'one' | 'none';
  isOfPlan?: boolean;
  isAssigned?: boolean;
}

function kindOf(name: string, { place, isOfPlan = false, isAssigned = false }: Shape): StopKind {
  return {
    name,
    isOfPlan,
    async fill(client, count, at) {
      await client.query('DELETE FROM pickups');
      await client.query('DELETE FROM routes');
      // The visits of active plans without a stop would count, too.
      await client.query('UPDATE subscriptions SET "status" = $1', [isOfPlan ? 'active' : 'paused']);
      await client.query(pickups, [count, at, place, isOfPlan, isAssigned]);
      if (isAssigned) await client.query(routes);
      await client.query('VACUUM ANALYZE');
    },
  };
}

const people = `
  INSERT INTO users ("id", "username", "email", "role", "firstName", "lastName", "phone", "address")
  SELECT gen_random_uuid(), role || '_' || i, role || '_' || i || '@stoop.example', role, 'Ann', 'Irwin',
    '(215) 555-0' || 100 + i % 100, i || ' Market St, Philadelphia, PA 191' || 20 + i % 30
  FROM (VALUES ('customer', $1::integer), ('driver', 40), ('admin', 1)) AS kinds (role, count), generate_series(1, count) AS i`;

const plans = `
  INSERT INTO subscriptions ("id", "customerId", "stripeSubscriptionId", "status", "packageType", "pricePerMonth", "address",
    "pickupDays", "preferredDay", "earlierDays")
  SELECT gen_random_uuid(), "id", 'sim_sub_' || "username", 'active', 'basic', 35, "address", ARRAY[$1], $1, '[]'
  FROM users WHERE "role" = 'customer'`;

const pickups = `
  INSERT INTO pickups ("id", "customerId", "address", "coordinates", "coordinatesPrecision", "bagCount", "amount", "serviceType",
    "scheduledDate", "subscriptionId", "occurrenceDate", "status", "driverId", "routeOrder", "estimatedArrival", "specialInstructions")
  SELECT gen_random_uuid(), customers."id",
    CASE WHEN $3 = 'one' THEN '1 Market St, Philadelphia, PA 19120' ELSE customers."address" END,
    CASE $3 WHEN 'city' THEN round((39.90 + 0.15 * random())::numeric, 5) || ',' || round((-75.25 + 0.25 * random())::numeric, 5)
      WHEN 'one' THEN '39.95000,-75.15000' END,
    CASE $3 WHEN 'none' THEN NULL ELSE 'address' END, 1 + place % 8, 45,
    CASE WHEN $4 THEN 'subscription' ELSE 'one-time' END, $2,
    CASE WHEN $4 THEN subscriptions."id" END, CASE WHEN $4 THEN ($2::timestamptz AT TIME ZONE 'America/New_York')::date END,
    CASE WHEN $5 THEN 'assigned' ELSE 'pending' END, CASE WHEN $5 THEN drivers."id" END,
    CASE WHEN $5 THEN 1 + place / 40 END, CASE WHEN $5 THEN $2::timestamptz + interval '5 minutes' * (place / 40) END,
    'Bags are behind the gate, ring twice.'
  FROM (SELECT *, row_number() OVER (ORDER BY "id") AS place FROM users WHERE "role" = 'customer') AS customers
  JOIN subscriptions ON subscriptions."customerId" = customers."id"
  JOIN (SELECT "id", row_number() OVER (ORDER BY "id") AS nth FROM users WHERE "role" = 'driver') AS drivers ON nth = 1 + place % 40
  LIMIT $1`;

const routes = `
  WITH made AS (
    INSERT INTO routes ("id", "driverId", "date", "pickupIds", "totalDistance", "estimatedTime", "routeInstructions")
    SELECT gen_random_uuid(), "driverId", "scheduledDay", array_agg("id"::text ORDER BY "routeOrder")::uuid[], 31.5, 450,
      jsonb_agg(jsonb_build_object('pickupId', "id", 'seconds', 240, 'meters', 1600) ORDER BY "routeOrder")
    FROM pickups GROUP BY "driverId", "scheduledDay" RETURNING "id", "driverId")
  UPDATE pickups SET "routeId" = made."id" FROM made WHERE made."driverId" = pickups."driverId"`;
