import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  hasDefault: boolean;
}

/** The types in schema.ts that each database type may have. */
const typeNames: Record<string, RegExp> = {
  uuid: /^string$/,
  text: /^(string|'|Role|PickupStatus|ServiceType|PackageType|Weekday|Precision|IncompleteReason|PhotoMoment|Import|ChargeLineKind)/,
  integer: /^number$/,
  'double precision': /^number$/,
  boolean: /^boolean$/,
  'timestamp with time zone': /^Instant$/,
  date: /^Day$/,
  numeric: /^Decimal$/,
  jsonb: /^(Json|ColumnType)</,
  ARRAY: /^string\[\]$/,
};

describe('schema.ts and the migrated database', () => {
  it('have the same tables, columns, types, defaults and nulls', async () => {
    const inDatabase = await readDatabase();
    const inCode = readSchemaFile();
    expect([...inCode.keys()].sort()).toEqual(inDatabase.map((c) => `${c.table}.${c.column}`).sort());
    for (const column of inDatabase) {
      const name = `${column.table}.${column.column}`;
      const declared = inCode.get(name) ?? '';
      const generated = /^Generated<(.*)>$/.exec(declared);
      const withoutGenerated =
        generated?.[1] ?? declared.replace(/^ColumnType<(\w+) \| null, never, never>$/, '$1 | null');
      const plain = withoutGenerated.replace(/ \| null$/, '');
      expect(plain, name).toMatch(typeNames[column.type] ?? /^no such type$/);
      expect(/ \| null$/.test(withoutGenerated), `${name} nullable`).toBe(column.nullable);
      const isJson = column.type === 'jsonb';
      if (!isJson && column.column !== 'scheduledDay')
        expect(generated !== null, `${name} default`).toBe(column.hasDefault);
    }
  });
});

describe('the entities of docs/product/data.md', () => {
  const fields: Record<string, string> = {
    users: `id username email password passwordHash role phone address stripeCustomerId stripeSubscriptionId firstName lastName
      profileImageUrl isActive lastLoginAt emailVerified emailVerificationToken passwordResetToken passwordResetExpires
      failedLoginAttempts lockedUntil twoFactorSecret twoFactorEnabled loginHistory createdAt updatedAt`,
    pickups: `id customerId driverId address fullAddress coordinates bagCount amount serviceType status requestedDate scheduledDate
      completedAt specialInstructions routeId routeOrder estimatedArrival pickupWindow priority estimatedDuration actualDuration
      customerRating driverNotes beforePhotoUrl afterPhotoUrl cancellationReason paymentStatus stripePaymentIntentId createdAt updatedAt`,
    routes: `id driverId date pickupIds optimizedOrder totalDistance estimatedTime googleMapsUrl startLocation endLocation
      routeInstructions status startedAt completedAt createdAt updatedAt`,
    subscriptions: `id customerId stripeSubscriptionId status nextPickupDate packageType frequency preferredDay preferredTime pickupDays
      bagCountLimit pricePerMonth includesFurniturePickup includesBinWashing includesLawnMowing lawnMowingInterval nextLawnMowingDate
      pausedUntil cancellationDate cancellationReason autoRenewal createdAt updatedAt`,
    service_areas: 'id name zipCodes isActive baseFee createdAt',
    notifications: 'id userId title message type isRead actionUrl createdAt',
    driver_metrics:
      'id driverId date totalPickups completedPickups totalDistance totalEarnings averageRating hoursWorked createdAt',
    payment_history:
      'id customerId pickupId subscriptionId stripePaymentIntentId amount status paymentMethod failureReason refundAmount createdAt',
    sessions: 'sid sess expire',
  };

  it.each(Object.entries(fields))('%s has every field', async (table, names) => {
    const columns = (await readDatabase()).filter((c) => c.table === table).map((c) => c.column);
    expect(columns).toEqual(expect.arrayContaining(names.split(/\s+/)));
  });

  it('has the defaults and precisions of DATA-11', async () => {
    const defaults = await sql<{ name: string; value: string; scale: string | null }>`
      SELECT table_name || '.' || column_name AS name, column_default AS value,
        numeric_precision || ',' || numeric_scale AS scale
      FROM information_schema.columns WHERE table_schema = 'public'`.execute(t.db);
    const of = (name: string) => defaults.rows.find((row) => row.name === name);
    expect(of('users.role')?.value).toContain("'customer'");
    expect(of('pickups.status')?.value).toContain("'pending'");
    expect(of('pickups.paymentStatus')?.value).toContain("'pending'");
    expect(of('pickups.priority')?.value).toContain("'normal'");
    expect(of('routes.status')?.value).toContain("'pending'");
    expect(of('subscriptions.frequency')?.value).toContain("'weekly'");
    expect(of('subscriptions.bagCountLimit')?.value).toBe('5');
    expect(of('subscriptions.lawnMowingInterval')?.value).toBe('30');
    expect(of('pickups.amount')?.scale).toBe('10,2');
    expect(of('driver_metrics.averageRating')?.scale).toBe('3,2');
    expect(of('driver_metrics.hoursWorked')?.scale).toBe('5,2');
  });
});

describe('the database itself', () => {
  it('computes the New York day of a pickup', async () => {
    const row = await sql<{ day: string }>`
      SELECT (timestamptz '2026-11-21T04:59:00Z' AT TIME ZONE 'America/New_York')::date AS day`.execute(t.db);
    expect(row.rows[0]?.day).toBe('2026-11-20');
  });
});

async function readDatabase(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    SELECT table_name AS "table", column_name AS "column", data_type AS "type", is_nullable = 'YES' AS "nullable",
      column_default IS NOT NULL AS "hasDefault"
    FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name NOT LIKE 'kysely%'`.execute(t.db);
  return rows;
}

/** Maps column names to declared types, parsed from the file's text, because types don't exist at run time. */
function readSchemaFile(): Map<string, string> {
  const source = readFileSync(join(import.meta.dirname, 'schema.ts'), 'utf8');
  const tables = [...(/export interface Schema \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? '').matchAll(/(\w+): (\w+);/g)];
  return new Map(
    tables.flatMap(([, table, type]) => {
      const body = new RegExp(`export interface ${type} \\{([\\s\\S]*?)\\n\\}`).exec(source)?.[1] ?? '';
      return [...body.matchAll(/^ {2}(\w+): ([\s\S]*?);(?:\n|$)/gm)].map(
        ([, column, declared]) => [`${table}.${column}`, (declared ?? '').replace(/\s+/g, ' ')] as [string, string],
      );
    }),
  );
}
