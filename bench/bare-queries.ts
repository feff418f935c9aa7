/** The SQL statements of the real server's stores, exactly as they reach the database. */

export const shownStatuses = ['pending', 'assigned', 'completed', 'issue', 'incomplete'] as const;

export const session = `select "users"."id", "users"."username", "users"."role", "sessions"."expire", "sessions"."lastUsedAt"
  from "sessions" inner join "users" on "users"."id" = "sessions"."userId"
  where "sessions"."sid" = $1 and "users"."isActive" = $2`;

export const user = `select "users"."id", "users"."username", "users"."email", "users"."role", "users"."firstName",
  "users"."lastName", "users"."phone", "users"."address", "users"."profileImageUrl", "users"."isActive",
  "users"."emailVerified", "users"."twoFactorEnabled", "users"."lastLoginAt", "users"."createdAt", "users"."updatedAt"
  from "users" where "id" = $1`;

const pickups = `select "pickups".*, "customers"."username" as "customerUsername", "customers"."firstName" as "customerFirstName",
  "customers"."lastName" as "customerLastName", "customers"."phone" as "customerPhone", "customers"."email" as "customerEmail",
  "drivers"."username" as "driverUsername", "drivers"."firstName" as "driverFirstName", "drivers"."lastName" as "driverLastName"
  from "pickups" left join "users" as "customers" on "customers"."id" = "pickups"."customerId"
  left join "users" as "drivers" on "drivers"."id" = "pickups"."driverId"`;

const shown = `"pickups"."status" in ($1, $2, $3, $4, $5)`;

export const ownPickups = `${pickups} where (${shown} and "pickups"."customerId" = $6)
  order by "pickups"."scheduledDate" desc, "pickups"."id" desc limit $7`;

export const allPickups = `${pickups} where ${shown}
  order by "pickups"."createdAt" desc, "pickups"."id" desc limit $6`;

export const ownCount = `select count(*) as "count" from
  (select 1 as "one" from "pickups" where (${shown} and "pickups"."customerId" = $6) limit $7) as "bounded"`;

export const allCount = `select count(*) as "count" from
  (select 1 as "one" from "pickups" where ${shown} limit $6) as "bounded"`;

export const openIntents = `select "stripePaymentIntentId" from "payments"
  where "customerId" = $1 and "amount" = $2 and "status" = $3 and "createdAt" > $4 order by "createdAt" desc limit $5`;

export const lockBookings = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';

export const unspentPayment = `select * from "payments" where "customerId" = $1 and "amount" = $2 and "status" = $3
  and "pickupId" is null and not exists (select "payment_history"."id" from "payment_history" where
  "payment_history"."stripePaymentIntentId" = "payments"."stripePaymentIntentId" and "disputedAt" is not null)
  order by "createdAt" for update`;

export const duplicate = `select * from "pickups" where "customerId" = $1 and "scheduledDate" = $2 and "address" = $3
  and "bagCount" = $4 and "specialInstructions" is not distinct from $5 and "serviceType" <> $6
  and "status" in ($7, $8) and "createdAt" > $9 order by "createdAt" desc`;

export const insertPickup = `insert into "pickups" ("id", "customerId", "address", "bagCount", "amount", "serviceType",
  "scheduledDate", "requestedDate", "specialInstructions", "paymentStatus", "stripePaymentIntentId", "bookingId")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing returning *`;

/** The real queue sets more columns; here they keep their defaults. */
export const insertJob = 'insert into pgboss.job ("name", "data") values ($1, $2)';
