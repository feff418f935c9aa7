import { type Kysely, sql } from 'kysely';

/** Coordinates of addresses, the dispatcher's pins, and the driver's notes and photos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE pickups
    ADD COLUMN "coordinatesPrecision" text CHECK ("coordinatesPrecision" IN ('address', 'street', 'area')),
    ADD COLUMN "isPinned" boolean NOT NULL DEFAULT false,
    ADD COLUMN "incompleteReason" text
      CHECK ("incompleteReason" IN ('not-out', 'no-access', 'extra-items', 'other'))`,
  // Addresses without coordinates, or with only the ZIP code's; a geocoder may improve them
  // (server/pickups/places/store.ts).
  `CREATE INDEX pickups_unplaced ON pickups ("address") WHERE "coordinates" IS NULL OR "coordinatesPrecision" = 'area'`,

  // Geocoder results by normalized address, looked up once for every pickup there.
  `CREATE TABLE places (
    "addressKey" text PRIMARY KEY,
    "address" text NOT NULL,
    "latitude" double precision,
    "longitude" double precision,
    "source" text CHECK ("source" IN ('google', 'census', 'zip', 'lookup', 'sample')),
    "precision" text CHECK ("precision" IN ('address', 'street', 'area')),
    "zipCode" text,
    "attempts" integer NOT NULL DEFAULT 0,
    "lastError" text,
    "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
    "updatedAt" timestamptz(3) NOT NULL DEFAULT now()
  )`,

  // The image itself is in a file or a bucket under "storageKey".
  `CREATE TABLE pickup_photos (
    "id" uuid PRIMARY KEY,
    "pickupId" uuid NOT NULL REFERENCES pickups ("id"),
    "moment" text NOT NULL CHECK ("moment" IN ('before', 'after')),
    "takenBy" uuid NOT NULL REFERENCES users ("id"),
    "storageKey" text NOT NULL,
    "contentType" text NOT NULL,
    "bytes" integer NOT NULL,
    "width" integer NOT NULL,
    "height" integer NOT NULL,
    "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
    UNIQUE ("pickupId", "moment")
  )`,
];
