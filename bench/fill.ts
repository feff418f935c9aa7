import type pg from 'pg';

/** The test data of `bench -- scale` and `bench -- http`: a city's pickups. */

export interface City {
  customers: number;
  drivers: number;
  pickups: number;
}

/**
 * Returns a city with 50 pickups per customer over two years, and a driver per 16,000 pickups: about 22 stops a day.
 */
export function cityOf(pickups: number): City {
  return {
    pickups,
    customers: Math.max(20, Math.round(pickups / 50)),
    drivers: Math.max(2, Math.round(pickups / 16_000)),
  };
}

/**
 * Fills an empty, migrated database. The data is the same every time, relative to now; the last pickups are in a week.
 */
export async function fillCity(client: pg.Client, city: City): Promise<void> {
  // Values derive from the row number, so that two runs measure the same data.
  await client.query(`CREATE FUNCTION pg_temp.pick(seed bigint, salt text, below bigint) RETURNS bigint
    IMMUTABLE LANGUAGE sql RETURN (hashtextextended(salt, seed) & 9007199254740991) % below`);
  await client.query(people, [city.customers, city.drivers]);
  await client.query(subscriptions);
  await client.query(pickups, [city.pickups, city.customers, city.drivers]);
  await client.query(notifications);
  await client.query(driverNotifications);
  await client.query('VACUUM ANALYZE');
}

/**
 * Returns SQL for a version 7 UUID like the app's: it starts with the time, so rows close in time are close in the
 * index.
 */
const idAt = (instant: string, seed: string) => `(
  lpad(to_hex(floor(extract(epoch FROM ${instant}) * 1000)::bigint), 12, '0')
  || '7' || substr(md5(${seed}), 1, 3) || '8' || substr(md5(${seed}), 4, 15))::uuid`;

const people = `
  INSERT INTO users ("id", "username", "email", "role", "firstName", "lastName", "phone", "address", "createdAt")
  SELECT ${idAt('made', 'name || i')}, name || '_' || i, name || '_' || i || '@stoop.example', role,
    (ARRAY['Ann','Ben','Cora','Dan','Eve','Finn','Gia','Hugh','Iris','Joe'])[1 + pg_temp.pick(i, 'first', 10)],
    (ARRAY['Adams','Brown','Clark','Davis','Evans','Foster','Green','Hill','Irwin','Jones'])[1 + pg_temp.pick(i, 'last', 10)],
    '(215) 555-0' || 100 + i % 100, i || ' Market St, Philadelphia, PA 19103', made
  FROM (
    SELECT name, role, i, now() - interval '730 days' * (1 - i::float8 / (count + 1)) AS made
    FROM (VALUES ('customer', 'customer', $1::integer), ('driver', 'driver', $2::integer), ('dispatch', 'admin', 2))
      AS kinds (name, role, count), generate_series(1, count) AS i
  ) AS accounts`;

/** Two in five customers have a subscription. */
const subscriptions = `
  INSERT INTO subscriptions ("id", "customerId", "stripeSubscriptionId", "status", "packageType", "pricePerMonth", "address", "createdAt")
  SELECT ${idAt('"createdAt"', `'plan' || "username"`)}, "id", 'sim_sub_' || "username",
    CASE pg_temp.pick(hashtext("username"), 'plan', 5) WHEN 0 THEN 'cancelled' WHEN 1 THEN 'paused' ELSE 'active' END,
    'basic', 35, "address", "createdAt"
  FROM users WHERE "role" = 'customer' AND pg_temp.pick(hashtext("username"), 'has plan', 5) < 2`;

/**
 * Pickups from two years ago to a week from now, booked up to a week ahead. Past ones are mostly completed, future ones
 * pending or assigned.
 */
const pickups = `
  WITH customers AS (
    SELECT users."id", row_number() OVER (ORDER BY users."id") - 1 AS place, subscriptions."id" AS plan
    FROM users LEFT JOIN subscriptions ON subscriptions."customerId" = users."id" WHERE users."role" = 'customer'
  ), drivers AS (
    SELECT "id", row_number() OVER (ORDER BY "id") - 1 AS place FROM users WHERE "role" = 'driver'
  ), streets AS (
    SELECT ARRAY['Market','Chestnut','Walnut','Spruce','Pine','Lombard','South','Bainbridge','Fitzwater','Catharine',
      'Christian','Carpenter','Washington','Ellsworth','Federal','Wharton','Reed','Dickinson','Tasker','Morris',
      'Moore','Mifflin','McKean','Snyder','Jackson','Wolf','Ritner','Porter','Shunk','Oregon','Arch','Race','Vine',
      'Callowhill','Spring Garden','Green','Fairmount','Poplar','Girard','Thompson','Master','Jefferson','Oxford',
      'Cecil B Moore','Montgomery','Berks','Norris','Diamond','Susquehanna','Dauphin'] AS names
  ), days AS (
    SELECT i, i % $2 AS customer, i / 2 % $3 AS driver,
      (now() AT TIME ZONE 'America/New_York')::date + 7 - pg_temp.pick(i, 'day', 737)::integer AS day
    FROM generate_series(1, $1) AS i
  ), planned AS (
    SELECT days.*, (day + time '09:00') AT TIME ZONE 'America/New_York' AS scheduled,
      (now() AT TIME ZONE 'America/New_York')::date - day AS age,
      pg_temp.pick(i, 'fate', 1000) AS fate
    FROM days
  ), booked AS (
    SELECT planned.*,
      date_trunc('milliseconds', least(scheduled, now() - interval '1 day') - interval '1 millisecond' * pg_temp.pick(i, 'ahead', 604800000)) AS made,
      CASE
        WHEN age > 0 THEN CASE WHEN fate < 930 THEN 'completed' WHEN fate < 960 THEN 'cancelled'
          WHEN fate < 980 THEN 'issue' WHEN fate < 998 THEN 'incomplete' ELSE 'pending' END
        WHEN age = 0 THEN CASE WHEN fate < 400 THEN 'completed' WHEN fate < 950 THEN 'assigned' ELSE 'pending' END
        ELSE CASE WHEN fate < 500 THEN 'assigned' WHEN fate < 980 THEN 'pending' ELSE 'cancelled' END
      END AS status
    FROM planned
  )
  INSERT INTO pickups ("id", "customerId", "driverId", "address", "bagCount", "amount", "serviceType", "status",
    "requestedDate", "scheduledDate", "completedAt", "specialInstructions", "paymentStatus", "subscriptionId", "createdAt", "updatedAt")
  SELECT ${idAt('made', `'pickup' || i`)}, customers."id",
    CASE WHEN status IN ('pending', 'cancelled') THEN NULL ELSE drivers."id" END,
    1 + pg_temp.pick(i, 'number', 4999) || ' ' || (ARRAY['N','S','E','W'])[1 + pg_temp.pick(i, 'side', 4)] || ' '
      || streets.names[1 + pg_temp.pick(i, 'street', 50)] || ' St, Philadelphia, PA 19' || 100 + pg_temp.pick(i, 'zip', 54),
    1 + pg_temp.pick(i, 'bags', 8), 45, 
    CASE WHEN customers.plan IS NOT NULL AND pg_temp.pick(i, 'type', 10) < 9 THEN 'subscription'
      ELSE (ARRAY['one-time', 'one-time', 'same-day', 'next-day'])[1 + pg_temp.pick(i, 'kind', 4)] END,
    status, made, scheduled, CASE WHEN status = 'completed' THEN scheduled + interval '2 hours' END,
    CASE WHEN pg_temp.pick(i, 'note', 4) = 0 THEN 'Bags are behind the gate, ring twice.' END,
    CASE WHEN status = 'pending' THEN 'pending' ELSE 'paid' END,
    CASE WHEN pg_temp.pick(i, 'type', 10) < 9 THEN customers.plan END, made, greatest(made, scheduled)
  FROM booked JOIN customers ON customers.place = customer JOIN drivers ON drivers.place = driver, streets
  ORDER BY made`;

/** One notification per pickup for its customer; the latest tenth is unread. */
const notifications = `
  INSERT INTO notifications ("id", "userId", "title", "message", "type", "isRead", "actionUrl", "createdAt")
  SELECT ${idAt('"createdAt"', `'notice' || "id"`)}, "customerId", 'Pickup booked', "bagCount" || ' bags at ' || "address", 'pickup_booked',
    "createdAt" < now() - interval '73 days', '/pickup-history', "createdAt"
  FROM pickups`;

/** One notification per stop for its driver. Half of the drivers never open the list. */
const driverNotifications = `
  INSERT INTO notifications ("id", "userId", "title", "message", "type", "isRead", "actionUrl", "createdAt")
  SELECT ${idAt('"createdAt"', `'stop' || "id"`)}, "driverId", 'New stop', "bagCount" || ' bags at ' || "address", 'stop_assigned',
    hashtext("driverId"::text) % 2 = 0, '/driver', "createdAt"
  FROM pickups WHERE "driverId" IS NOT NULL`;
