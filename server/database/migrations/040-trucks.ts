import { type Kysely, sql } from 'kysely';

/** Trucks, disposal sites and the visits to them, bags as the driver counted them, and the windows that were promised. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // A driver without a row has the truck of the owner's settings, and no place or pause of their own.
  `CREATE TABLE trucks (
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
    CHECK (("pauseMinutes" IS NULL) = ("pauseFrom" IS NULL) AND ("pauseMinutes" IS NULL) = ("pauseUntil" IS NULL))
  )`,
  // Without hours it is always open.
  `CREATE TABLE disposal_sites (
    "id" uuid PRIMARY KEY,
    "name" text NOT NULL,
    "address" text NOT NULL,
    "coordinates" text,
    "coordinatesPrecision" text,
    "opensAt" text,
    "closesAt" text,
    "minutes" integer NOT NULL CHECK ("minutes" > 0),
    "isActive" boolean NOT NULL,
    "version" integer NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    CHECK (("opensAt" IS NULL) = ("closesAt" IS NULL))
  )`,
  // "afterStops": how many stops of the driver's day come before it. "bags": what the truck has on board when it gets there.
  // "emptiedAt" is null while it is planned.
  `CREATE TABLE disposal_visits (
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
    "tons" numeric(6, 2) CHECK ("tons" > 0),
    "ticketKey" text,
    "createdAt" timestamptz(3) NOT NULL
  )`,
  'CREATE INDEX disposal_visits_day ON disposal_visits ("date", "driverId")',
  'CREATE INDEX disposal_visits_driver ON disposal_visits ("driverId")',
  'CREATE INDEX disposal_visits_site ON disposal_visits ("siteId")',
  // The number of bags that the driver counted; null unless it differs from "bagCount".
  'ALTER TABLE pickups ADD COLUMN "countedBags" integer CHECK ("countedBags" >= 0)',
  // The window that a customer was told the evening before. It stays, even if a later route plan has another one.
  `CREATE TABLE promised_windows (
    "pickupId" uuid NOT NULL REFERENCES pickups ("id") ON DELETE CASCADE,
    "date" date NOT NULL,
    "startsAt" timestamptz(3) NOT NULL,
    "endsAt" timestamptz(3) NOT NULL,
    "promisedAt" timestamptz(3) NOT NULL,
    PRIMARY KEY ("pickupId", "date")
  )`,
  'CREATE INDEX promised_windows_date ON promised_windows ("date")',
  // Seconds per stop and per bag, measured on completed days. Each measurement adds a row; at most the newest is in
  // use.
  `CREATE TABLE service_times (
    "id" uuid PRIMARY KEY,
    "stopSeconds" integer NOT NULL,
    "bagSeconds" integer NOT NULL,
    "stops" integer NOT NULL,
    "measuredFrom" date NOT NULL,
    "measuredUntil" date NOT NULL,
    "inUseSince" timestamptz(3),
    "createdAt" timestamptz(3) NOT NULL
  )`,
];
