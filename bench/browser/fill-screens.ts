import type pg from 'pg';

/** The user IDs that `bench -- inp` signs in, by role. */
export interface ScreenPeople {
  customer: string;
  driver: string;
  admin: string;
}

/**
 * Fills an empty, migrated database so that every list has `rows` rows: the driver's stops of today, one customer's
 * history, requests without a driver, subscribers, and the notifications of the returned users.
 */
export async function fillScreens(client: pg.Client, rows: number): Promise<ScreenPeople> {
  await client.query(people, [rows]);
  const { rows: ids } = await client.query<{ id: string; username: string }>(
    `SELECT "id", "username" FROM users WHERE "username" IN ('customer_1', 'driver_1', 'dispatch_1')`,
  );
  const idOf = (username: string) => ids.find((row) => row.username === username)?.id ?? '';
  const found = { customer: idOf('customer_1'), driver: idOf('driver_1'), admin: idOf('dispatch_1') };
  await client.query(subscriptions);
  await client.query(stopsOfToday, [found.driver]);
  await client.query(requests);
  await client.query(history, [rows, found.customer, found.driver]);
  await client.query(notifications, [rows, Object.values(found)]);
  await client.query('VACUUM ANALYZE');
  return found;
}

const people = `
  INSERT INTO users ("id", "username", "email", "role", "firstName", "lastName", "phone", "address", "createdAt")
  SELECT gen_random_uuid(), name || '_' || i, name || '_' || i || '@stoop.example', role,
    (ARRAY['Ann','Ben','Cora','Dan','Eve','Finn'])[1 + i % 6], (ARRAY['Adams','Brown','Clark','Davis','Evans'])[1 + i % 5],
    '(215) 555-0' || 100 + i % 100, i || ' Market St, Philadelphia, PA 191' || 10 + i % 40, now() - interval '1 day' * (i % 90)
  FROM (VALUES ('customer', 'customer', $1::integer), ('driver', 'driver', 1), ('dispatch', 'admin', 1)) AS kinds (name, role, count),
    generate_series(1, count) AS i`;

const subscriptions = `
  INSERT INTO subscriptions ("id", "customerId", "stripeSubscriptionId", "status", "packageType", "pricePerMonth", "address", "createdAt")
  SELECT gen_random_uuid(), "id", 'sim_sub_' || "username", 'active', 'basic', 35, "address", "createdAt"
  FROM users WHERE "role" = 'customer'`;

const columns = `"id", "customerId", "driverId", "address", "bagCount", "amount", "serviceType", "status", "requestedDate",
  "scheduledDate", "completedAt", "paymentStatus", "routeOrder", "createdAt", "updatedAt"`;
const nineOClock = `((now() AT TIME ZONE 'America/New_York')::date + time '09:00') AT TIME ZONE 'America/New_York'`;

/**
 * The driver's stops of today. Their coordinates are spread over the city, so that the board's map shows a mark for
 * each.
 */
const stopsOfToday = `
  INSERT INTO pickups (${columns}, "coordinates", "coordinatesPrecision")
  SELECT gen_random_uuid(), "id", $1::uuid, "address", 4, 30, 'one-time', 'assigned', now(), ${nineOClock}, NULL, 'paid',
    number, now() - interval '1 day', now(),
    (39.92 + (number * 37 % 100) * 0.0006)::text || ',' || (-75.21 + (number * 61 % 101) * 0.0006)::text, 'address'
  FROM (SELECT *, row_number() OVER (ORDER BY "username") AS number FROM users WHERE "role" = 'customer') AS customers`;

const requests = `
  INSERT INTO pickups (${columns})
  SELECT gen_random_uuid(), "id", NULL, "address", 4, 30, 'one-time', 'pending', now(), ${nineOClock} + interval '1 day', NULL,
    'paid', NULL, now() - interval '1 hour', now()
  FROM users WHERE "role" = 'customer'`;

const history = `
  INSERT INTO pickups (${columns})
  SELECT gen_random_uuid(), $2::uuid, $3::uuid, '1 Market St, Philadelphia, PA 19110', 4, 30, 'one-time', 'completed',
    now() - interval '1 day' * i, ${nineOClock} - interval '1 day' * i, ${nineOClock} - interval '1 day' * i, 'paid', i,
    now() - interval '1 day' * (i + 1), now() - interval '1 day' * i
  FROM generate_series(1, $1::integer) AS i`;

const notifications = `
  INSERT INTO notifications ("id", "userId", "title", "message", "type", "isRead", "actionUrl", "createdAt")
  SELECT gen_random_uuid(), "userId", 'Pickup booked', '4 bags at ' || i || ' Market St', 'pickup_booked', i > 20, '/dashboard',
    now() - interval '1 hour' * i
  FROM unnest($2::uuid[]) AS "userId", generate_series(1, $1::integer) AS i`;
