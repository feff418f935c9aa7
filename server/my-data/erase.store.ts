import { sql } from 'kysely';
import { photoField, photoMoments } from '../../contract/photos.ts';
import { deletedName, deletedNamesOf } from '../../contract/values/deleted-account.ts';
import type { Db } from '../database/transaction.ts';
import { zipOfAddress } from '../database/zip-of-address.ts';

/**
 * SQL that erases a person's data. Amounts, dates and ids stay. It writes other features' tables on purpose: with all
 * of it in one place, a new column is harder to forget.
 */

/** The words that identify a person in other texts. */
export interface PersonWords {
  readonly username: string;
  /** Emails, phone number, full name. */
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

/** Reads the words that identify a person, before they are erased. */
export async function listWordsOf(trx: Db, userId: string): Promise<PersonWords> {
  const { rows: found } = await sql<{ username: string; names: string[] }>`
    SELECT "username", array_remove(ARRAY["email", "phone", nullif(concat_ws(' ', "firstName", "lastName"), '')]
      || ARRAY(SELECT "oldEmail" FROM email_changes WHERE "userId" = ${userId}), NULL) AS "names"
    FROM users WHERE "id" = ${userId}`.execute(trx);
  const { rows } = await sql<{ address: string }>`
    SELECT "address" FROM users WHERE "id" = ${userId} AND "address" <> ''
    UNION SELECT "address" FROM pickups WHERE "customerId" = ${userId}
    UNION SELECT "fullAddress" FROM pickups WHERE "customerId" = ${userId} AND "fullAddress" IS NOT NULL
    UNION SELECT "address" FROM subscriptions WHERE "customerId" = ${userId} AND "address" <> ''
    UNION SELECT "address" FROM subscription_orders WHERE "customerId" = ${userId} AND "address" <> ''
    UNION SELECT "address" FROM bookings WHERE "customerId" = ${userId}`.execute(trx);
  const [person] = found;
  return { username: person?.username ?? '', names: person?.names ?? [], addresses: rows.map((row) => row.address) };
}

const deletedAddress = sql<string>`concat_ws(', ', 'Deleted address', ${zipOfAddress(sql`"address"`)})`;

/**
 * Erases the person from the account and from everything that belongs to it. With `again`, touches only a deleted
 * account. Returns the storage keys of the photos, whose files a job deletes.
 */
export async function erasePerson(trx: Db, userId: string, now: Date, again?: 'again'): Promise<string[]> {
  const { username, email } = deletedNamesOf(userId);
  const erased = await trx
    .updateTable('users')
    .set({
      ...{ username, email, ...deletedName, phone: null, address: null, profileImageUrl: null },
      ...{ password: '', passwordHash: null, isActive: false, emailVerified: false, emailVerificationToken: null },
      ...{ passwordResetToken: null, passwordResetExpires: null, failedLoginAttempts: 0, lockedUntil: null },
      ...{ twoFactorSecret: null, twoFactorEnabled: false, twoFactorLastStep: null, twoFactorRecoveryCodes: [] },
      ...{ loginHistory: '[]', lastLoginAt: null, updatedAt: now },
      deletedAt: sql<Date>`coalesce("deletedAt", ${now})`,
    })
    .where('id', '=', userId)
    .$if(again !== undefined, (query) => query.where('deletedAt', 'is not', null))
    .returning('id')
    .executeTakeFirst();
  if (!erased) return [];
  await deleteOwnRows(trx, userId);
  await emptyBooks(trx, userId);
  await emptyTrail(trx, userId);
  return await takePhotos(trx, userId);
}

const ownTables = [
  ...(['sessions', 'email_changes', 'sign_in_devices', 'idempotency_keys', 'notifications'] as const),
  ...(['message_preferences', 'text_consents', 'calendar_feeds'] as const),
] as const;

/** Deletes rows that only the person needed. */
async function deleteOwnRows(trx: Db, userId: string): Promise<void> {
  for (const table of ownTables) {
    await trx.deleteFrom(table).where('userId', '=', userId).execute();
  }
  await trx.deleteFrom('customer_notes').where('customerId', '=', userId).execute();
  await trx.deleteFrom('imported_plans').where('customerId', '=', userId).execute();
  await trx.deleteFrom('live_links').where('pickupId', 'in', ownPickups(trx, userId)).execute();
}

function ownPickups(trx: Db, userId: string) {
  return trx.selectFrom('pickups').select('id').where('customerId', '=', userId);
}

/** Erases personal texts in rows that stay. */
async function emptyBooks(trx: Db, userId: string): Promise<void> {
  await sql`UPDATE pickups SET "address" = CASE WHEN "address" LIKE 'Deleted address%' THEN "address" ELSE ${deletedAddress} END,
      "fullAddress" = NULL, "coordinates" = NULL, "coordinatesPrecision" = NULL, "specialInstructions" = NULL,
      "ratingComment" = NULL, "driverNotes" = NULL, "cancellationReason" = NULL,
      ${sql.join(photoMoments.map((moment) => sql`${sql.ref(photoField(moment))} = NULL`))}
    WHERE "customerId" = ${userId}`.execute(trx);
  await sql`UPDATE routes SET "googleMapsUrl" = NULL
    WHERE "id" IN (SELECT "routeId" FROM pickups WHERE "customerId" = ${userId})`.execute(trx);
  await trx
    .updateTable('bookings')
    .set({ address: 'Deleted address', specialInstructions: null })
    .where('customerId', '=', userId)
    .execute();
  await trx
    .updateTable('subscription_orders')
    .set({ address: null, specialInstructions: null })
    .where('customerId', '=', userId)
    .execute();
  await trx
    .updateTable('subscriptions')
    .set({ address: null, specialInstructions: null, cancellationReason: null })
    .where('customerId', '=', userId)
    .execute();
  await sql`UPDATE missed_reports SET "message" = NULL, "reason" = NULL,
      "state" = CASE WHEN "state" = 'open' THEN 'closed' ELSE "state" END
    WHERE "customerId" = ${userId}`.execute(trx);
  await sql`UPDATE messages SET "details" = '{}', "failure" = NULL,
      "droppedAt" = CASE WHEN "sentAt" IS NULL AND "failedAt" IS NULL THEN coalesce("droppedAt", now()) ELSE "droppedAt" END,
      "dropReason" = CASE WHEN "sentAt" IS NULL AND "failedAt" IS NULL THEN coalesce("dropReason", 'the account was deleted')
        ELSE "dropReason" END
    WHERE "recipientId" = ${userId}`.execute(trx);
  // The row's key stays, so that importing the same file doesn't bring the customer back.
  await sql`UPDATE import_rows SET "cells" = '[]', "problems" = '[]', "remarks" = '[]', "email" = NULL, "addressKey" = NULL
    WHERE "customerId" = ${userId}`.execute(trx);
  await trx.updateTable('payment_history').set({ card: null }).where('customerId', '=', userId).execute();
  await sql`UPDATE charge_refunds SET "reason" = NULL, "settledAs" = CASE WHEN "settledAs" IS NOT NULL THEN '' END
    WHERE "customerId" = ${userId}`.execute(trx);
  await sql`UPDATE refunds SET "reason" = ''
    WHERE "paymentId" IN (SELECT "id" FROM payments WHERE "customerId" = ${userId})`.execute(trx);
}

/** The details that may stay in a line of the trail: dates, amounts, other people's ids and fixed words. */
const plainDetails = [
  ...(['refund', 'from', 'to', 'until', 'on', 'visit', 'end', 'stop', 'decision', 'rating', 'was', 'moment'] as const),
  ...(['driver', 'driverId', 'before', 'beforeId', 'package', 'price', 'bags'] as const),
];

async function emptyTrail(trx: Db, userId: string): Promise<void> {
  await sql`DELETE FROM audit_log WHERE "subject" = 'user' AND "subjectId" = ${userId}
    AND "action" IN ('signed_in', 'sign_in_failed', 'viewed')`.execute(trx);
  await sql`UPDATE audit_log SET "details" = '{}' WHERE "subject" = 'user' AND "subjectId" = ${userId}
    AND "details" <> '{}'`.execute(trx);
  for (const [subject, table] of [['pickup', 'pickups'] as const, ['subscription', 'subscriptions'] as const]) {
    await sql`UPDATE audit_log SET "details" = (SELECT coalesce(jsonb_object_agg("key", "value"), '{}')
        FROM jsonb_each("details") WHERE "key" = ANY(${plainDetails as unknown as string[]}))
      WHERE "subject" = ${subject} AND "details" <> '{}'
        AND "subjectId" IN (SELECT "id" FROM ${sql.table(table)} WHERE "customerId" = ${userId})`.execute(trx);
  }
  await sql`UPDATE attention_dismissals SET "word" = '' WHERE "subject" = ${userId}
    OR "subject" IN (SELECT "id"::text FROM pickups WHERE "customerId" = ${userId})
    OR "subject" IN (SELECT "id"::text FROM payments WHERE "customerId" = ${userId})
    OR "subject" IN (SELECT "id"::text FROM charge_refunds WHERE "customerId" = ${userId})`.execute(trx);
}

async function takePhotos(trx: Db, userId: string): Promise<string[]> {
  const taken = await trx
    .deleteFrom('pickup_photos')
    .where('pickupId', 'in', ownPickups(trx, userId))
    .returning('storageKey')
    .execute();
  return taken.map((row) => row.storageKey);
}
