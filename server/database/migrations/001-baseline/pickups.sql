CREATE TABLE bookings (
  "id" uuid PRIMARY KEY,
  "customerId" uuid NOT NULL REFERENCES users ("id"),
  "draftKey" uuid NOT NULL,
  "address" text NOT NULL,
  "bagCount" integer NOT NULL,
  "amount" numeric(10,2) NOT NULL,
  "serviceType" text NOT NULL,
  "scheduledDate" timestamptz(3) NOT NULL,
  "specialInstructions" text,
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  "updatedAt" timestamptz(3) NOT NULL DEFAULT now(),
  "changeCutoff" text,
  "lateRefundPercent" integer,
  UNIQUE ("customerId", "draftKey")
);

-- "scheduledDay" is the New York date of "scheduledDate". The database computes it, so no query can forget the time zone.
-- "resolvedBy" is the id of a user, without a foreign key.
CREATE TABLE pickups (
  "id" uuid PRIMARY KEY,
  "customerId" uuid NOT NULL REFERENCES users ("id"),
  "driverId" uuid REFERENCES users ("id"),
  "address" text NOT NULL,
  "fullAddress" text,
  "coordinates" text,
  "bagCount" integer NOT NULL,
  "amount" numeric(10,2) NOT NULL,
  "serviceType" text NOT NULL CHECK ("serviceType" IN ('one-time', 'subscription', 'same-day', 'next-day')),
  "status" text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'assigned', 'completed', 'issue', 'incomplete', 'cancelled')),
  "requestedDate" timestamptz(3),
  "scheduledDate" timestamptz(3),
  "completedAt" timestamptz(3),
  "specialInstructions" text,
  "routeId" uuid REFERENCES routes ("id") ON DELETE SET NULL,
  "routeOrder" integer,
  "estimatedArrival" timestamptz(3),
  "pickupWindow" text,
  "priority" text NOT NULL DEFAULT 'normal',
  "estimatedDuration" integer,
  "actualDuration" integer,
  "customerRating" integer,
  "driverNotes" text,
  "beforePhotoUrl" text,
  "afterPhotoUrl" text,
  "cancellationReason" text,
  "paymentStatus" text NOT NULL DEFAULT 'pending',
  "stripePaymentIntentId" text UNIQUE,
  "subscriptionId" uuid REFERENCES subscriptions ("id"),
  "occurrenceDate" date,
  "bookingId" uuid UNIQUE REFERENCES bookings ("id"),
  "scheduledDay" date GENERATED ALWAYS AS (("scheduledDate" AT TIME ZONE 'America/New_York')::date) STORED,
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  "updatedAt" timestamptz(3) NOT NULL DEFAULT now(),
  "coordinatesPrecision" text CHECK ("coordinatesPrecision" IN ('address', 'street', 'area')),
  "isPinned" boolean NOT NULL DEFAULT false,
  "incompleteReason" text CHECK ("incompleteReason" IN ('not-out', 'no-access', 'extra-items', 'other')),
  "settledAt" timestamptz(3),
  "problemAt" timestamptz(3),
  "resolvedBy" uuid,
  "resolvedAt" timestamptz(3),
  "mowingBefore" timestamptz(3),
  "mowingAfter" timestamptz(3),
  "bookedBy" uuid REFERENCES users ("id"),
  "heldAt" timestamptz(3),
  "changeCutoff" text,
  "lateRefundPercent" integer,
  "returnOf" uuid REFERENCES pickups ("id"),
  "recoveryOf" uuid REFERENCES pickups ("id"),
  "ratingComment" text,
  "ratedAt" timestamptz(3),
  "countedBags" integer CHECK ("countedBags" >= 0),
  CHECK (status <> 'assigned' OR "driverId" IS NOT NULL)
);

CREATE UNIQUE INDEX pickups_one_per_occurrence ON pickups ("subscriptionId", "occurrenceDate")
  WHERE status <> 'cancelled';
CREATE INDEX pickups_driver_day ON pickups ("driverId", "scheduledDay") WHERE "driverId" IS NOT NULL;
CREATE INDEX pickups_driver_open ON pickups ("driverId", "scheduledDay") WHERE status = 'assigned';
CREATE INDEX pickups_newest ON pickups ("createdAt" DESC, id DESC);
CREATE INDEX pickups_status_newest ON pickups (status, "createdAt" DESC, id DESC);
CREATE INDEX pickups_requests_newest ON pickups ("createdAt" DESC, id DESC)
  INCLUDE (status)
  WHERE "serviceType" <> 'subscription';
CREATE INDEX pickups_type_newest ON pickups ("serviceType", "createdAt" DESC, id DESC) INCLUDE (status);
CREATE INDEX pickups_type_open ON pickups ("serviceType", "createdAt" DESC, id DESC)
  WHERE status IN ('pending', 'assigned', 'issue', 'incomplete');
CREATE INDEX pickups_requests_status_newest ON pickups (status, "createdAt" DESC, id DESC)
  WHERE "serviceType" <> 'subscription';
CREATE INDEX pickups_scheduled_newest ON pickups ("scheduledDate" DESC, id DESC);
CREATE INDEX pickups_open_day ON pickups ("scheduledDay", status) WHERE status IN ('pending', 'assigned');
CREATE INDEX pickups_subscription ON pickups ("subscriptionId", "scheduledDate") WHERE "subscriptionId" IS NOT NULL;
CREATE INDEX pickups_address_search ON pickups USING gin (lower(address) gin_trgm_ops);
-- Of 1,000 sampled addresses, about 20 are in a common street. With fewer samples PostgreSQL sometimes takes a common
-- street for a rare one, and reads all of its pickups.
ALTER INDEX pickups_address_search ALTER COLUMN 1 SET STATISTICS 1000;
CREATE INDEX pickups_completed ON pickups ("completedAt") WHERE status = 'completed';
CREATE INDEX pickups_pending_unrouted ON pickups ("scheduledDay", id) WHERE status = 'pending' AND "routeId" IS NULL;
CREATE INDEX pickups_route ON pickups ("routeId", "routeOrder") WHERE "routeId" IS NOT NULL;
-- Addresses without coordinates, or with only the ZIP code's; a geocoder may improve them
-- (server/pickups/places/store.ts).
CREATE INDEX pickups_unplaced ON pickups (address) WHERE coordinates IS NULL OR "coordinatesPrecision" = 'area';
CREATE INDEX pickups_unpaid_of_customer ON pickups ("customerId")
  WHERE "paymentStatus" = 'pending' AND status IN ('pending', 'assigned', 'issue', 'incomplete');
CREATE INDEX pickups_same_day_pending ON pickups ("scheduledDay")
  WHERE status = 'pending' AND "serviceType" = 'same-day';
CREATE INDEX pickups_open_unplaced ON pickups ("scheduledDay", id)
  WHERE (coordinates IS NULL OR "coordinatesPrecision" = 'area') AND status IN ('pending', 'assigned');
CREATE INDEX pickups_unpaid_by_phone ON pickups ("scheduledDay", id)
  WHERE "bookedBy" IS NOT NULL AND "paymentStatus" = 'pending' AND status IN ('pending', 'assigned');
-- The short id that lists show.
CREATE INDEX pickups_short_id ON pickups (right(id::text, 8) text_pattern_ops);
-- The ZIP code of the address: the last five digits on their own that aren't the house number.
CREATE INDEX pickups_zip ON pickups (substring(address, '^.+\m([0-9]{5})\M'), "createdAt" DESC, id DESC);
CREATE INDEX pickups_undriven ON pickups (status, "createdAt" DESC, id DESC) WHERE "driverId" IS NULL;
CREATE INDEX pickups_requests_status_scheduled ON pickups (status, "scheduledDate" DESC, id DESC)
  WHERE "serviceType" <> 'subscription';
-- A return trip that was resolved or cancelled can be booked again.
CREATE UNIQUE INDEX pickups_return_of ON pickups ("returnOf")
  WHERE "returnOf" IS NOT NULL AND status IN ('pending', 'assigned');
CREATE UNIQUE INDEX pickups_recovery_of ON pickups ("recoveryOf")
  WHERE "recoveryOf" IS NOT NULL AND status <> 'cancelled';
-- Unpaid return trips are held at their cut-off, as bookings by phone are.
CREATE INDEX pickups_unpaid_returns ON pickups ("scheduledDay", id)
  WHERE "returnOf" IS NOT NULL AND "paymentStatus" = 'pending' AND status IN ('pending', 'assigned');
CREATE INDEX pickups_low_ratings ON pickups ("ratedAt" DESC, id) WHERE "customerRating" <= 2;
-- Whether a problem has a return trip.
CREATE INDEX pickups_trips ON pickups ("returnOf") WHERE "returnOf" IS NOT NULL;
-- What needs attention: counts problems, and looks for their reports by day.
CREATE INDEX pickups_problems ON pickups (COALESCE("problemAt", "updatedAt") DESC, id DESC)
  INCLUDE ("problemAt", "updatedAt", status, "scheduledDay")
  WHERE status IN ('issue', 'incomplete');
-- The reports of stops and drivers read a year only from this index and promised_windows_day, both in the order of day
-- and stop.
CREATE INDEX pickups_day ON pickups ("scheduledDay", id)
  INCLUDE (status, "driverId", "settledAt", "incompleteReason", "bagCount", "countedBags");
-- The report of areas reads a year of bookings only from this index. "address" is in it because the planner asks for
-- every column.
CREATE INDEX pickups_bookings_by_area ON pickups ("createdAt", substring(address, '^.+\m([0-9]{5})\M'))
  INCLUDE (address, status)
  WHERE "serviceType" <> 'subscription' AND "recoveryOf" IS NULL;
-- Requests without a driver, by service date. Almost every stop with a problem has a driver.
CREATE INDEX pickups_undriven_requests ON pickups (status, "scheduledDate" DESC, id DESC)
  WHERE "driverId" IS NULL AND "serviceType" <> 'subscription';
-- The newest pickups of a few people, without the table.
CREATE INDEX pickups_customer ON pickups ("customerId", "scheduledDate" DESC, id DESC)
  INCLUDE (status, "createdAt", "serviceType");
-- A driver's search through addresses, and the sums of a driver's bags, as counted or else as booked.
CREATE INDEX pickups_driver_newest ON pickups ("driverId", "scheduledDate" DESC, id DESC)
  INCLUDE (status, "bagCount", "countedBags", "customerId", address)
  WHERE "driverId" IS NOT NULL;

-- The image itself is in a file or a bucket under "storageKey".
CREATE TABLE pickup_photos (
  "id" uuid PRIMARY KEY,
  "pickupId" uuid NOT NULL REFERENCES pickups ("id"),
  "moment" text NOT NULL CHECK (moment IN ('before', 'after')),
  "takenBy" uuid NOT NULL REFERENCES users ("id"),
  "storageKey" text NOT NULL,
  "contentType" text NOT NULL,
  "bytes" integer NOT NULL,
  "width" integer NOT NULL,
  "height" integer NOT NULL,
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE ("pickupId", moment)
);

-- An Idempotency-Key of POST /api/pickups and the pickup that it created.
CREATE TABLE idempotency_keys (
  "userId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
  "key" text NOT NULL,
  "requestHash" text NOT NULL,
  "pickupId" uuid NOT NULL REFERENCES pickups ("id"),
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("userId", key)
);

CREATE INDEX idempotency_keys_age ON idempotency_keys ("createdAt");

-- What a phone sent for a stop that was no longer its driver's. One row for each kind of work.
CREATE TABLE late_work (
  "id" uuid PRIMARY KEY,
  "pickupId" uuid NOT NULL REFERENCES pickups ("id"),
  "driverId" uuid NOT NULL REFERENCES users ("id"),
  "kind" text NOT NULL CHECK (kind IN ('complete', 'incomplete', 'note', 'photo')),
  "taken" text NOT NULL CHECK (taken IN ('reassigned', 'unassigned', 'rescheduled', 'cancelled')),
  "receivedAt" timestamptz(3) NOT NULL,
  UNIQUE ("pickupId", "driverId", kind)
);

CREATE INDEX late_work_newest ON late_work ("receivedAt" DESC);

CREATE TABLE missed_reports (
  "id" uuid PRIMARY KEY,
  "pickupId" uuid NOT NULL REFERENCES pickups ("id"),
  "customerId" uuid NOT NULL REFERENCES users ("id"),
  "day" date NOT NULL,
  "state" text NOT NULL CHECK (state IN ('recovered', 'open', 'missed', 'not-missed', 'closed')),
  "message" text,
  "recoveryPickupId" uuid REFERENCES pickups ("id"),
  "recoveryDay" date,
  "reason" text,
  "decidedBy" uuid REFERENCES users ("id"),
  "decidedAt" timestamptz(3),
  "createdAt" timestamptz(3) NOT NULL
);

CREATE UNIQUE INDEX missed_reports_one_open ON missed_reports ("pickupId") WHERE state = 'open';
-- Each visit is decided once. A pickup that was rescheduled because of it may come back to the same day.
CREATE UNIQUE INDEX missed_reports_one_per_visit ON missed_reports ("pickupId", day)
  WHERE state IN ('open', 'not-missed') OR (state = 'missed' AND "recoveryPickupId" <> "pickupId");
CREATE INDEX missed_reports_of_pickup ON missed_reports ("pickupId", "createdAt" DESC, id DESC);
CREATE INDEX missed_reports_open ON missed_reports ("createdAt") WHERE state = 'open';

-- The window that a customer was told the evening before. It stays, even if a later route plan has another one.
CREATE TABLE promised_windows (
  "pickupId" uuid NOT NULL REFERENCES pickups ("id") ON DELETE CASCADE,
  "date" date NOT NULL,
  "startsAt" timestamptz(3) NOT NULL,
  "endsAt" timestamptz(3) NOT NULL,
  "promisedAt" timestamptz(3) NOT NULL,
  PRIMARY KEY ("pickupId", date)
);

CREATE INDEX promised_windows_day ON promised_windows (date, "pickupId") INCLUDE ("startsAt", "endsAt");

-- No foreign keys: their locks would deadlock with the deletion of an account, which holds the user's row and waits
-- for pickups.
CREATE TABLE live_links (
  "hash" text PRIMARY KEY,
  "pickupId" uuid NOT NULL,
  "day" date NOT NULL,
  "createdAt" timestamptz(3) NOT NULL,
  "revokedAt" timestamptz(3)
);

CREATE INDEX live_links_of_pickup ON live_links ("pickupId");
CREATE INDEX live_links_by_day ON live_links (day);

CREATE TABLE calendar_feeds (
  "userId" uuid PRIMARY KEY,
  "hash" text NOT NULL UNIQUE,
  "createdAt" timestamptz(3) NOT NULL
);
