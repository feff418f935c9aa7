CREATE TABLE routes (
  "id" uuid PRIMARY KEY,
  "driverId" uuid NOT NULL REFERENCES users ("id"),
  "date" date NOT NULL,
  "pickupIds" text[] NOT NULL DEFAULT '{}',
  "optimizedOrder" jsonb,
  "totalDistance" numeric(10,2),
  "estimatedTime" integer,
  "googleMapsUrl" text,
  "startLocation" text,
  "endLocation" text,
  "routeInstructions" jsonb,
  "status" text NOT NULL DEFAULT 'pending',
  "startedAt" timestamptz(3),
  "completedAt" timestamptz(3),
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  "updatedAt" timestamptz(3) NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX routes_driver_day ON routes ("driverId", date);
CREATE INDEX routes_date ON routes (date DESC, id DESC);

CREATE TABLE route_starts (
  "driverId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
  "date" date NOT NULL,
  "startedAt" timestamptz(3) NOT NULL,
  PRIMARY KEY ("driverId", date)
);

-- Without hours it is a day off.
CREATE TABLE driver_days (
  "driverId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
  "date" date NOT NULL,
  "start" text,
  "end" text,
  PRIMARY KEY (date, "driverId"),
  CHECK ((start IS NULL) = ("end" IS NULL))
);

CREATE INDEX driver_days_driver ON driver_days ("driverId");

-- A driver without a row works the usual hours of the settings.
CREATE TABLE driver_shifts (
  "driverId" uuid PRIMARY KEY REFERENCES users ("id") ON DELETE CASCADE,
  "start" text NOT NULL,
  "end" text NOT NULL
);

CREATE TABLE driver_metrics (
  "id" uuid PRIMARY KEY,
  "driverId" uuid NOT NULL REFERENCES users ("id"),
  "date" date NOT NULL,
  "totalPickups" integer NOT NULL DEFAULT 0,
  "completedPickups" integer NOT NULL DEFAULT 0,
  "totalDistance" numeric(10,2),
  "totalEarnings" numeric(10,2),
  "averageRating" numeric(3,2),
  "hoursWorked" numeric(5,2),
  "createdAt" timestamptz(3) NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX driver_metrics_driver_day ON driver_metrics ("driverId", date);

-- A driver without a row has the truck of the owner's settings, and no place or pause of their own.
CREATE TABLE trucks (
  "driverId" uuid PRIMARY KEY REFERENCES users ("id") ON DELETE CASCADE,
  "capacityBags" integer NOT NULL CHECK ("capacityBags" > 0),
  "startAddress" text,
  "startCoordinates" text,
  "endAddress" text,
  "endCoordinates" text,
  "pauseMinutes" integer CHECK ("pauseMinutes" > 0),
  "pauseFrom" text,
  "pauseUntil" text,
  "updatedAt" timestamptz(3) NOT NULL,
  CHECK ((("pauseMinutes" IS NULL) = ("pauseFrom" IS NULL)) AND (("pauseMinutes" IS NULL) = ("pauseUntil" IS NULL)))
);

-- Without hours it is always open.
CREATE TABLE disposal_sites (
  "id" uuid PRIMARY KEY,
  "name" text NOT NULL,
  "address" text NOT NULL,
  "coordinates" text,
  "coordinatesPrecision" text,
  "opensAt" text,
  "closesAt" text,
  "minutes" integer NOT NULL CHECK (minutes > 0),
  "isActive" boolean NOT NULL,
  "version" integer NOT NULL,
  "createdAt" timestamptz(3) NOT NULL,
  CHECK (("opensAt" IS NULL) = ("closesAt" IS NULL))
);

-- "afterStops": how many stops of the driver's day come before it. "bags": what the truck has on board when it gets
-- there. "emptiedAt" is null while it is planned.
CREATE TABLE disposal_visits (
  "id" uuid PRIMARY KEY,
  "driverId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
  "date" date NOT NULL,
  "siteId" uuid NOT NULL REFERENCES disposal_sites ("id"),
  "afterStops" integer NOT NULL,
  "bags" integer NOT NULL,
  "legSeconds" integer,
  "legMeters" integer,
  "estimatedArrival" timestamptz(3),
  "emptiedAt" timestamptz(3),
  "tons" numeric(6,2) CHECK (tons > 0),
  "ticketKey" text,
  "createdAt" timestamptz(3) NOT NULL
);

CREATE INDEX disposal_visits_day ON disposal_visits (date, "driverId");
CREATE INDEX disposal_visits_driver ON disposal_visits ("driverId");
CREATE INDEX disposal_visits_site ON disposal_visits ("siteId");

CREATE TABLE bulk_actions (
  "id" uuid PRIMARY KEY,
  "actorId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
  "date" date NOT NULL,
  "summary" text NOT NULL,
  "stops" jsonb NOT NULL,
  "shift" jsonb,
  "createdAt" timestamptz NOT NULL,
  "undoneAt" timestamptz,
  "undoSeconds" integer NOT NULL DEFAULT 120
);

CREATE INDEX bulk_actions_actor ON bulk_actions ("actorId", "createdAt" DESC);
CREATE INDEX bulk_actions_age ON bulk_actions ("createdAt");

-- Seconds per stop and per bag, measured on completed days. Each measurement adds a row; at most the newest is in
-- use.
CREATE TABLE service_times (
  "id" uuid PRIMARY KEY,
  "stopSeconds" integer NOT NULL,
  "bagSeconds" integer NOT NULL,
  "stops" integer NOT NULL,
  "measuredFrom" date NOT NULL,
  "measuredUntil" date NOT NULL,
  "createdAt" timestamptz(3) NOT NULL
);
