/** The SQL statements of the real server, exactly as they reach the database (bare-server.test.ts compares them). */

export const shownStatuses = ['pending', 'assigned', 'completed', 'issue', 'incomplete'] as const;

export const session = `SELECT users."id", users."username", users."role", users."twoFactorEnabled",
  sessions."expire", sessions."lastUsedAt", sessions."confirmedAt"
  FROM sessions INNER JOIN users ON users."id" = sessions."userId"
  WHERE sessions."sid" = $1 AND users."isActive"`;

export const user = `select "users"."id", "users"."username", "users"."email", "users"."role", "users"."firstName",
  "users"."lastName", "users"."phone", "users"."address", "users"."profileImageUrl", "users"."isActive",
  "users"."emailVerified", "users"."twoFactorEnabled", "users"."lastLoginAt", "users"."deletedAt",
  "users"."createdAt", "users"."updatedAt"
  from "users" where "id" = $1`;

const shown = `"pickups"."status" in ($1, $2, $3, $4, $5)`;

export const ownPickups = `select "pickups".* from "pickups" where (${shown} and "pickups"."customerId" = $6)
  order by "pickups"."scheduledDate" desc, "pickups"."id" desc limit $7`;

export const allPickups = `select "pickups".*, "customers"."username" as "customerUsername",
  "customers"."firstName" as "customerFirstName", "customers"."lastName" as "customerLastName",
  "customers"."phone" as "customerPhone", "customers"."email" as "customerEmail",
  "drivers"."username" as "driverUsername", "drivers"."firstName" as "driverFirstName",
  "drivers"."lastName" as "driverLastName",
  EXISTS (SELECT 1 FROM service_areas WHERE "isActive") AND NOT EXISTS (
    SELECT 1 FROM service_areas WHERE "isActive"
    AND coalesce(substring("pickups"."address" FROM '^.+\\m([0-9]{5})\\M') = ANY ("zipCodes"), true)) as "isOutsideArea"
  from "pickups" left join "users" as "customers" on "customers"."id" = "pickups"."customerId"
  left join "users" as "drivers" on "drivers"."id" = "pickups"."driverId"
  where ${shown} order by "pickups"."createdAt" desc, "pickups"."id" desc limit $6`;

export const ownCount = `select count(*) as "count" from
  (select "pickups"."id" from "pickups" where (${shown} and "pickups"."customerId" = $6) limit $7) as "bounded"`;

export const allCount = `select count(*) as "count" from
  (select "pickups"."id" from "pickups" where ${shown} limit $6) as "bounded"`;

export const openIntents = `select "stripePaymentIntentId" from "payments"
  where "customerId" = $1 and "amount" = $2 and "status" = $3
  and ("purpose" = 'unassigned' OR ("purpose" = 'booking' AND "bookingId" IS NULL)) and "createdAt" > $4 order by "createdAt" desc limit $5`;

export const countAttempt = `WITH counted AS (
    INSERT INTO rate_limits AS known ("key", "windowStart", "count") VALUES ($1, $2, 1)
    ON CONFLICT ("key", "windowStart") DO UPDATE SET "count" = least(known."count" + 1, $3::integer)
    RETURNING "count"
  )
  SELECT counted."count" AS current, coalesce(
    (SELECT "count" FROM rate_limits WHERE "key" = $4 AND "windowStart" = $5), 0
  ) AS previous FROM counted`;

export const lockBookings = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';

export const unspentPayment = `select * from "payments" where "customerId" = $1 and "amount" = $2 and "status" = $3
  and ("purpose" = 'unassigned' OR ("purpose" = 'booking' AND "bookingId" IS NULL))
  and "pickupId" is null and "subscriptionId" is null
  and not exists (select "payment_history"."id" from "payment_history" where
  "payment_history"."stripePaymentIntentId" = "payments"."stripePaymentIntentId" and "disputedAt" is not null)
  order by "createdAt" for update`;

export const duplicate = `select * from "pickups" where "customerId" = $1 and "bookedBy" is null and "scheduledDate" = $2
  and "address" = $3 and "bagCount" = $4 and "specialInstructions" is not distinct from $5 and "serviceType" <> $6
  and "returnOf" is null and "recoveryOf" is null and "status" in ($7, $8) and "createdAt" > $9
  order by "createdAt" desc`;

export const served = `SELECT coalesce(bool_or($1 = ANY ("zipCodes")), true) AS "isServed"
  FROM service_areas WHERE "isActive"`;

export const unpaidCount = `select count(*)::integer as "count" from "pickups"
  where "customerId" = $1 and "paymentStatus" = $2 and "status" in ($3, $4, $5, $6)`;

export const deletedAt = 'select "deletedAt" from "users" where "id" = $1 for key share';

export const place = `select "addressKey", "fullAddress", "latitude", "longitude", "source", "precision", "lastError",
  "updatedAt" from "places" where "addressKey" in ($1)`;

export const insertPickup = `insert into "pickups" ("address", "bagCount", "amount", "serviceType", "scheduledDate",
  "specialInstructions", "changeCutoff", "lateRefundPercent", "customerId", "bookingId", "coordinates",
  "coordinatesPrecision", "fullAddress", "id", "requestedDate", "createdAt", "updatedAt", "paymentStatus",
  "stripePaymentIntentId")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
  on conflict do nothing returning *`;

export const insertMessage = `insert into "messages" ("kind", "recipientId", "subjectId", "revision", "dueAt", "id", "channel", "subject",
  "createdAt", "details") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict ("subjectId", "kind", "channel", "recipientId", "revision") do update set "droppedAt" = $11,
  "dropReason" = $12, "dueAt" = "excluded"."dueAt", "details" = "excluded"."details"
  where "messages"."droppedAt" is not null and NOT (messages."details" ->> 'undeliverable' IS NOT NULL)
  returning "id", "kind", "channel", "dueAt"`;

/** The job queue's statement that inserts a job. */
export const insertJob = `INSERT INTO pgboss.job_common ( id, name, data, priority, start_after, created_on, singleton_key,
    singleton_on, group_id, group_tier, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay,
    retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds, blocked, blocking, pending_dependencies )
  SELECT COALESCE(id, gen_random_uuid()) as id, 'send-notice' as name, data, COALESCE(priority, 0) as priority,
    j.start_after, pgboss.job_now() as created_on, "singletonKey",
    CASE WHEN "singletonSeconds" IS NOT NULL THEN 'epoch'::timestamp + '1s'::interval * ("singletonSeconds"::float8 *
      floor(( date_part('epoch', pgboss.job_now()) + COALESCE("singletonOffset",0)::float8) / "singletonSeconds"::float8 ))
      ELSE NULL END as singleton_on,
    "groupId" as group_id, "groupTier" as group_tier,
    COALESCE("expireInSeconds", q.expire_seconds) as expire_seconds,
    COALESCE("deleteAfterSeconds", q.deletion_seconds) as deletion_seconds,
    j.start_after + (COALESCE("retentionSeconds", q.retention_seconds) * interval '1s') as keep_until,
    COALESCE("retryLimit", q.retry_limit) as retry_limit, COALESCE("retryDelay", q.retry_delay) as retry_delay,
    COALESCE("retryBackoff", q.retry_backoff, false) as retry_backoff,
    COALESCE("retryDelayMax", q.retry_delay_max) as retry_delay_max, q.policy,
    COALESCE("deadLetter", q.dead_letter) as dead_letter,
    COALESCE("heartbeatSeconds", q.heartbeat_seconds) as heartbeat_seconds,
    COALESCE(blocked, false) as blocked, COALESCE(blocking, false) as blocking,
    COALESCE("pendingDependencies", 0) as pending_dependencies
  FROM ( SELECT *,
    CASE WHEN (right("startAfter", 1) = 'Z' OR "startAfter" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}')
      THEN CAST("startAfter" as timestamp with time zone)
      ELSE pgboss.job_now() + CAST(COALESCE("startAfter",'0') as interval) END as start_after
    FROM json_to_recordset($1::text::json) as x ( id uuid, priority integer, data jsonb, "startAfter" text,
      "retryLimit" integer, "retryDelay" integer, "retryDelayMax" integer, "retryBackoff" boolean, "singletonKey" text,
      "singletonSeconds" integer, "singletonOffset" integer, "groupId" text, "groupTier" text,
      "expireInSeconds" integer, "deleteAfterSeconds" integer, "retentionSeconds" integer, "deadLetter" text,
      "heartbeatSeconds" integer, blocked boolean, blocking boolean, "pendingDependencies" integer ) ) j
  JOIN pgboss.queue q ON q.name = 'send-notice' ON CONFLICT DO NOTHING`;
