import { type RawBuilder, sql } from 'kysely';
import type { Cell } from '../csv.ts';
import type { Db } from '../database/transaction.ts';

/**
 * SQL of all data of an account, as a flat list for each kind of row. It reads other features' tables on purpose. Left
 * out are secrets and tokens, the provider's ids, staff's notes, and other people's names.
 */

export type Row = Readonly<Record<string, Cell>>;

/** Converts a phone number to E.164, the form in which texts store it. */
const numberOf = (phone: RawBuilder<unknown>) => sql`'+1' || regexp_replace(${phone}, '[^0-9]', '', 'g')`;

/** The kinds, in the order of the download. Each name is also the name of the kind's CSV file. */
export const exportKinds = {
  account: (id) => sql`
    SELECT "id", "username", "email", "emailVerified", "firstName", "lastName", "phone", "address", "role" AS "accountType",
      "twoFactorEnabled", "lastLoginAt" AS "lastSignInAt", "createdAt", "updatedAt"
    FROM users WHERE "id" = ${id}`,
  pickups: (id) => sql`
    SELECT "id", "status", "serviceType", "scheduledDate", "address", "bagCount", "amount", "paymentStatus", "specialInstructions",
      "pickupWindow", "requestedDate", "completedAt", "incompleteReason", "cancellationReason", "customerRating", "ratingComment",
      "ratedAt", "subscriptionId" AS "planId", "returnOf", "recoveryOf", "changeCutoff", "lateRefundPercent", "createdAt", "updatedAt"
    FROM pickups WHERE "customerId" = ${id} ORDER BY "createdAt", "id"`,
  photos: (id) => sql`
    SELECT pickups."id" AS "pickupId", photo."moment", photo."createdAt" AS "takenAt", photo."contentType", photo."bytes",
      to_jsonb(pickups) ->> (photo."moment" || 'PhotoUrl') AS "link"
    FROM pickup_photos AS photo JOIN pickups ON pickups."id" = photo."pickupId"
    WHERE pickups."customerId" = ${id} ORDER BY photo."createdAt", photo."id"`,
  missedReports: (id) => sql`
    SELECT "id", "pickupId", "day", "state", "message", "reason" AS "reply", "recoveryPickupId", "recoveryDay", "decidedAt", "createdAt"
    FROM missed_reports WHERE "customerId" = ${id} ORDER BY "createdAt", "id"`,
  bookingDrafts: (id) => sql`
    SELECT "id", "address", "bagCount", "amount", "serviceType", "scheduledDate", "specialInstructions", "createdAt"
    FROM bookings WHERE "customerId" = ${id} ORDER BY "createdAt", "id"`,
  payments: (id) => sql`
    SELECT "id", "purpose", "status", "amount", "pickupId", "subscriptionId" AS "planId", "createdAt", "updatedAt"
    FROM payments WHERE "customerId" = ${id} ORDER BY "createdAt", "id"`,
  billing: (id) => sql`
    SELECT "id", "status", "amount", "refundAmount", "credit", "packageType", "card", "failureReason", "pickupId",
      "subscriptionId" AS "planId", coalesce("movedAt", "createdAt") AS "date", "disputedAt"
    FROM payment_history WHERE "customerId" = ${id} ORDER BY coalesce("movedAt", "createdAt"), "id"`,
  refunds: (id) => sql`
    SELECT "id", "pickupId", "subscriptionId" AS "planId", "amount", "status", "settledAs", "createdAt"
    FROM charge_refunds WHERE "customerId" = ${id} ORDER BY "createdAt", "id"`,
  plans: (id) => sql`
    SELECT "id", "status", "packageType", "pricePerMonth", "preferredDay", "preferredTime", array_to_string("pickupDays", ' ') AS "pickupDays",
      "bagCountLimit", "nextPickupDate", "nextLawnMowingDate", "holdFrom", "pausedUntil", "pendingPackageType", "pendingFrom", "pendingPrice", "pendingPriceFrom",
      "currentPeriodEnd", "pastDueSince", "autoRenewal", "cancellationDate", "cancellationReason", "address", "specialInstructions",
      "createdAt", "updatedAt"
    FROM subscriptions WHERE "customerId" = ${id} ORDER BY "createdAt", "id"`,
  planOrders: (id) => sql`
    SELECT "id", "packageType", "pricePerMonth", "preferredDay", "preferredTime", "address", "specialInstructions", "createdAt"
    FROM subscription_orders WHERE "customerId" = ${id} ORDER BY "createdAt", "id"`,
  importedPlans: (id) => sql`
    SELECT "id", "packageType", "preferredDay", "preferredTime", "address", "startDate", "createdAt"
    FROM imported_plans WHERE "customerId" = ${id} ORDER BY "createdAt", "id"`,
  planMonths: (id) => sql`
    SELECT "subscriptionId" AS "planId", "startsAt", "endsAt", "price", "visits", "credit"
    FROM plan_months WHERE "subscriptionId" IN (SELECT "id" FROM subscriptions WHERE "customerId" = ${id})
    ORDER BY "startsAt", "subscriptionId"`,
  planHolds: (id) => sql`
    SELECT "id", "subscriptionId" AS "planId", "fromDay", "untilDay", "createdAt"
    FROM plan_holds WHERE "subscriptionId" IN (SELECT "id" FROM subscriptions WHERE "customerId" = ${id}) ORDER BY "createdAt", "id"`,
  movedVisits: (id) => sql`
    SELECT "id", "subscriptionId" AS "planId", "occurrenceDate", "toDay", "reason", "createdAt"
    FROM visit_moves WHERE "subscriptionId" IN (SELECT "id" FROM subscriptions WHERE "customerId" = ${id}) ORDER BY "createdAt", "id"`,
  planCredits: (id) => sql`
    SELECT "id", "subscriptionId" AS "planId", "serviceDay", "amount", "createdAt"
    FROM plan_credits WHERE "customerId" = ${id} ORDER BY "createdAt", "id"`,
  planCreditReturns: (id) => sql`
    SELECT "id", "subscriptionId" AS "planId", "owed", "unused", "createdAt", "closedAt"
    FROM plan_closings WHERE "customerId" = ${id} ORDER BY "createdAt", "id"`,
  notifications: (id) => sql`
    SELECT "id", "title", "message", "isRead", "createdAt"
    FROM notifications WHERE "userId" = ${id} ORDER BY "createdAt", "id"`,
  messages: (id) => sql`
    SELECT "id", "kind", "channel", "subject" AS "about", "subjectId" AS "aboutId", "createdAt", "sentAt", "deliveredAt",
      "droppedAt", "failedAt"
    FROM messages WHERE "recipientId" = ${id} ORDER BY "createdAt", "id"`,
  messageChoices: (id) => sql`
    SELECT "group", "channel", "isOn", "updatedAt" FROM message_preferences WHERE "userId" = ${id} ORDER BY "group", "channel"`,
  textConsents: (id) => sql`
    SELECT consents."phone", consents."agreedAt" FROM text_consents AS consents WHERE consents."userId" = ${id}`,
  textRefusals: (id) => sql`
    SELECT refusals."phone", refusals."code", refusals."refusedAt"
    FROM text_refusals AS refusals JOIN users ON refusals."phone" = ${numberOf(sql`users."phone"`)}
    WHERE users."id" = ${id}`,
  emailRefusals: (id) => sql`
    SELECT refused."email", refused."reason", refused."refusedAt"
    FROM refused_emails AS refused JOIN users ON lower(users."email") = refused."email" WHERE users."id" = ${id}`,
  waitingList: (id) => sql`
    SELECT waiting."zip", waiting."email", waiting."createdAt"
    FROM waiting_list AS waiting JOIN users ON lower(users."email") = waiting."email" WHERE users."id" = ${id} ORDER BY waiting."zip"`,
  liveLinks: (id) => sql`
    SELECT live_links."pickupId", live_links."day", live_links."createdAt", live_links."revokedAt" AS "endedAt"
    FROM live_links JOIN pickups ON pickups."id" = live_links."pickupId"
    WHERE pickups."customerId" = ${id} ORDER BY live_links."createdAt", live_links."hash"`,
  calendarFeed: (id) => sql`SELECT "createdAt" FROM calendar_feeds WHERE "userId" = ${id}`,
  signIns: (id) => sql`
    SELECT entry ->> 'at' AS "at", entry ->> 'ip' AS "ip", entry ->> 'userAgent' AS "browser"
    FROM users, jsonb_array_elements("loginHistory") AS entry WHERE "id" = ${id}`,
  sessions: (id) => sql`
    SELECT "id", "sess" ->> 'createdAt' AS "signedInAt", "lastUsedAt", "expire" AS "endsAt", "sess" ->> 'ip' AS "ip",
      "lastIp", "sess" ->> 'userAgent' AS "browser"
    FROM sessions WHERE "userId" = ${id} ORDER BY "lastUsedAt", "id"`,
  notifiedDevices: (id) => sql`
    SELECT split_part(push."endpoint", '/', 3) AS "pushService", sessions."sess" ->> 'userAgent' AS "browser", push."createdAt"
    FROM push_subscriptions AS push JOIN sessions ON sessions."sid" = push."sid"
    WHERE sessions."userId" = ${id} ORDER BY push."createdAt"`,
  knownDevices: (id) => sql`
    SELECT "signedInAt" AS "lastSignInAt" FROM sign_in_devices WHERE "userId" = ${id} ORDER BY "signedInAt"`,
  emailChanges: (id) => sql`
    SELECT "oldEmail", "newEmail", "undoUntil" FROM email_changes WHERE "userId" = ${id} ORDER BY "id"`,
} as const satisfies Record<string, (userId: string) => RawBuilder<unknown>>;

export type ExportKind = keyof typeof exportKinds;

/** Lists the rows of one kind, at most `most`. */
export async function readKind(db: Db, kind: ExportKind, userId: string, most: number): Promise<Row[]> {
  const { rows } = await sql<Row>`SELECT * FROM (${exportKinds[kind](userId)}) AS kind LIMIT ${most}`.execute(db);
  return rows;
}
