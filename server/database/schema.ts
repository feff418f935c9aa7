import type { ColumnType, Generated } from 'kysely';
import type { Role } from '../../contract/accounts.ts';
import type { IncompleteReason } from '../../contract/drivers.ts';
import type {
  ImportEncoding,
  ImportField,
  ImportOutcome,
  ImportRemark,
  ImportState,
  ImportVerdict,
} from '../../contract/import.ts';
import type { PhotoMoment } from '../../contract/photos.ts';
import type { PickupStatus, ServiceType } from '../../contract/pickups.ts';
import type { ChargeLineKind } from '../../contract/values/charge-lines.ts';
import type { Precision } from '../../contract/values/places.ts';
import type { EarlierDays } from '../../contract/values/plan/schedule.ts';
import type { PackageType } from '../../contract/values/prices.ts';
import type { Weekday } from '../../contract/values/time/dates.ts';

/**
 * The tables for kysely. Columns have the field names of docs/product/data.md. `schema.test.ts` compares this file with
 * the migrated database.
 */

/** A timestamptz, read and written as a Date. */
type Instant = Date;
/** A numeric(10,2), as text such as "45.00" (watched-pool.ts), so that no amount becomes a float. */
type Decimal = string;
/** A date, as text YYYY-MM-DD (watched-pool.ts). */
type Day = string;
type Json<T> = ColumnType<T, string | undefined, string>;

export interface UsersTable {
  id: string;
  username: string;
  email: string;
  password: Generated<string>;
  passwordHash: string | null;
  role: Generated<Role>;
  phone: string | null;
  address: string | null;
  stripeCustomerId: string | null;
  stripeSubscriptionId: string | null;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  isActive: Generated<boolean>;
  lastLoginAt: Instant | null;
  emailVerified: Generated<boolean>;
  emailVerificationToken: string | null;
  passwordResetToken: string | null;
  passwordResetExpires: Instant | null;
  failedLoginAttempts: Generated<number>;
  lockedUntil: Instant | null;
  twoFactorSecret: string | null;
  twoFactorEnabled: Generated<boolean>;
  /** The time step of the newest accepted code. Codes of this and earlier steps are refused. */
  twoFactorLastStep: number | null;
  /** The SHA-256 of each unused recovery code. */
  twoFactorRecoveryCodes: Generated<string[]>;
  /** `factor` says how a sign-in proved the second factor. It is missing if the account had none. */
  loginHistory: Json<{ at: string; ip: string; userAgent: string; factor?: 'code' | 'recovery_code' }[]>;
  /** True if the demo created the account. Its credentials are public, so it can sign in only in demo mode. */
  isDemo: Generated<boolean>;
  /** When the customer deleted the account. The row keeps only what the books need. */
  deletedAt: Instant | null;
  createdAt: Generated<Instant>;
  updatedAt: Generated<Instant>;
}

export interface SessionsTable {
  sid: string;
  sess: ColumnType<{ rememberMe: boolean; ip: string; userAgent: string; createdAt: string }, string, string>;
  expire: Instant;
  userId: string;
  /** Identifies the session in the API. Unlike `sid` it is no secret, because it isn't derived from the token. */
  id: Generated<string>;
  /** Updated at most once per `useGapMs` (server/accounts/rules.ts). */
  lastUsedAt: Generated<Instant>;
  /** The IP address of the last recorded use; null until the first one. */
  lastIp: string | null;
  /** When the session last proved the second factor. */
  confirmedAt: Instant | null;
}

/** A change of an account's email that can be undone. The ids are UUIDs of version 7, so they order the changes. */
export interface EmailChangesTable {
  id: string;
  userId: string;
  oldEmail: string;
  newEmail: string;
  /** True if the current password was given with the change. Password resets then go to the new address. */
  isConfirmed: boolean;
  /** The hash of the emailed link's token; null until the email is sent. */
  undoToken: string | null;
  undoUntil: Instant;
}

/** A device that has signed in to an account before. Its failed sign-ins are counted separately. */
export interface SignInDevicesTable {
  userId: string;
  deviceId: string;
  failures: Generated<number>;
  lockedUntil: Instant | null;
  signedInAt: Instant;
}

/** A device that gets notifications, for 30 days after the sign-in of its session, unless that is deleted before. */
export interface PushSubscriptionsTable {
  sid: string;
  endpoint: string;
  /** The keys that encrypt messages for the device, base64url. */
  p256dh: string;
  auth: string;
  createdAt: Instant;
  /** The device of `sign_in_devices`; null for a browser without cookies. */
  deviceId: string | null;
}

/** The secrets that the server creates for its own use. */
export interface ServerSecretsTable {
  name: string;
  value: string;
}

export interface RateLimitsTable {
  key: string;
  windowStart: Instant;
  count: number;
}

export interface SubscriptionsTable {
  id: string;
  customerId: string;
  stripeSubscriptionId: string;
  status: 'active' | 'paused' | 'cancelled';
  nextPickupDate: Instant | null;
  packageType: PackageType;
  frequency: Generated<string>;
  preferredDay: Weekday | null;
  preferredTime: string | null;
  pickupDays: Generated<string[]>;
  /** The former weekdays, oldest first. Entries are dropped after some weeks. */
  earlierDays: Json<readonly EarlierDays[]>;
  bagCountLimit: Generated<number>;
  pricePerMonth: Decimal;
  includesFurniturePickup: Generated<boolean>;
  includesBinWashing: Generated<boolean>;
  includesLawnMowing: Generated<boolean>;
  lawnMowingInterval: Generated<number>;
  nextLawnMowingDate: Instant | null;
  /** The first day on hold; null if there is no hold. `pausedUntil` is the first day of service after the hold. */
  holdFrom: Day | null;
  pausedUntil: Instant | null;
  /** The package that begins with the next billing month, at `pendingFrom`. Both are null if no change is pending. */
  pendingPackageType: PackageType | null;
  /** The price at which the pending package was agreed. Null if it was agreed before such prices were stored. */
  pendingPackagePrice: Decimal | null;
  pendingPreferredDay: Weekday | null;
  pendingFrom: Instant | null;
  /** A dearer price of the present package, and when the first month begins that costs it. */
  pendingPrice: Decimal | null;
  pendingPriceFrom: Instant | null;
  cancellationDate: Instant | null;
  cancellationReason: string | null;
  autoRenewal: Generated<boolean>;
  currentPeriodEnd: Instant | null;
  pastDueSince: Instant | null;
  isPausedForPayment: Generated<boolean>;
  /** The first day without a visit of a paused plan; null while it isn't paused. */
  unservedFrom: Day | null;
  /** The end of the present month that the provider doesn't have yet; null when both sides agree. */
  renewsAt: Instant | null;
  address: string | null;
  specialInstructions: string | null;
  createdAt: Generated<Instant>;
  updatedAt: Generated<Instant>;
}

/** A hold: no visits from `fromDay` to the day before `untilDay`. 'Back early' moves `untilDay` to an earlier day. */
export interface PlanHoldsTable {
  id: string;
  subscriptionId: string;
  fromDay: Day;
  untilDay: Day;
  /** Credits are written for the hold's days before this one; null before the first credit. */
  creditedUntil: Day | null;
  actorId: string | null;
  createdAt: Instant;
}

/**
 * A move of a visit because of closed days. An occurrence's newest row says on which day its stop is made, and on which
 * day a skip of it is credited.
 */
export interface VisitMovesTable {
  id: string;
  subscriptionId: string;
  occurrenceDate: Day;
  toDay: Day;
  reason: string | null;
  actorId: string;
  actionId: string;
  createdAt: Instant;
}

/** A plan's billing month as it was when it began: its price and its number of visits. */
export interface PlanMonthsTable {
  subscriptionId: string;
  startsAt: Instant;
  endsAt: Instant;
  price: Decimal;
  visits: number;
  /** The part that the customer's balance paid. Negative when the month charged an owed remainder. */
  credit: Generated<Decimal>;
  /**
   * Set when the days of the plan have changed within the month: what its remaining visits are worth together, their
   * number, and how many credits the month had before. Null while `price` and `visits` apply.
   */
  recountedValue: Decimal | null;
  recountedVisits: number | null;
  recountedCredits: number | null;
}

/**
 * The credit of a visit that is not made. `amount` and `monthStartsAt` are null until the month is invoiced.
 * `providerId` is the id of the provider's balance transaction, once there is one.
 */
export interface PlanCreditsTable {
  id: string;
  subscriptionId: string;
  customerId: string;
  serviceDay: Day;
  monthStartsAt: Instant | null;
  amount: Decimal | null;
  providerId: string | null;
  createdAt: Instant;
}

/** A closing: the return of a plan's remaining credit when the plan ends. Amounts are null until they are known. */
export interface PlanClosingsTable {
  id: string;
  subscriptionId: string;
  customerId: string;
  /** What is taken from the customer's balance at the provider. Negative for a remainder that is written off. */
  taken: Decimal | null;
  /** The part of `taken` that the customer gets back. Credit for a month that was never paid isn't returned. */
  owed: Decimal | null;
  /** The id of the provider's balance transaction. */
  providerId: string | null;
  /** The part of `owed` that could not be refunded to any charge of the plan. */
  unused: Decimal | null;
  createdAt: Instant;
  closedAt: Instant | null;
  /** Why the last attempt to finish it failed, as a sentence for the admin. */
  failure: string | null;
}

/** Replaced by `charge_refunds`. Servers of the previous release still write it; `adopt_refunds()` reads it. */
export interface PlanRefundsTable {
  id: string;
  causeId: string;
  subscriptionId: string;
  intentId: string;
  amount: Decimal;
  status: Generated<'requested' | 'sent' | 'failed'>;
  createdAt: Instant;
}

export interface SubscriptionOrdersTable {
  id: string;
  customerId: string;
  packageType: PackageType;
  pricePerMonth: Decimal;
  preferredDay: Weekday | null;
  preferredTime: string | null;
  address: string | null;
  specialInstructions: string | null;
  createdAt: Generated<Instant>;
  updatedAt: Generated<Instant>;
}

export interface RoutesTable {
  id: string;
  driverId: string;
  date: Day;
  pickupIds: Generated<string[]>;
  optimizedOrder: Json<unknown> | null;
  totalDistance: Decimal | null;
  estimatedTime: number | null;
  googleMapsUrl: string | null;
  startLocation: string | null;
  endLocation: string | null;
  routeInstructions: Json<unknown> | null;
  status: Generated<string>;
  startedAt: Instant | null;
  completedAt: Instant | null;
  createdAt: Generated<Instant>;
  updatedAt: Generated<Instant>;
}

/** When the first stop of a driver's day was resolved. Undoing that doesn't change this row. */
export interface RouteStartsTable {
  driverId: string;
  date: Day;
  startedAt: Instant;
}

/** A driver's truck. Without a row, it has the capacity of the settings, and starts and ends where all routes do. */
export interface TrucksTable {
  driverId: string;
  capacityBags: number;
  startAddress: string | null;
  startCoordinates: string | null;
  endAddress: string | null;
  endCoordinates: string | null;
  /** A pause that must begin between `pauseFrom` and `pauseUntil` (HH:MM). All three are null if there is none. */
  pauseMinutes: number | null;
  pauseFrom: string | null;
  pauseUntil: string | null;
  updatedAt: Instant;
}

/** A site where trucks are emptied. Without hours (HH:MM) it is always open. */
export interface DisposalSitesTable {
  id: string;
  name: string;
  address: string;
  coordinates: string | null;
  coordinatesPrecision: Precision | null;
  opensAt: string | null;
  closesAt: string | null;
  minutes: number;
  isActive: boolean;
  version: number;
  createdAt: Instant;
}

/** A visit to a disposal site. It is planned while `emptiedAt` is null. */
export interface DisposalVisitsTable {
  id: string;
  driverId: string;
  date: Day;
  siteId: string;
  /** The number of the driver's stops before this visit. */
  afterStops: number;
  /** The number of bags on the truck when it arrives. */
  bags: number;
  /** The drive to the site. */
  legSeconds: number | null;
  legMeters: number | null;
  estimatedArrival: Instant | null;
  emptiedAt: Instant | null;
  tons: Decimal | null;
  /** The storage key of the ticket's photo. */
  ticketKey: string | null;
  createdAt: Instant;
}

/** The window that a customer was told the evening before. It never changes. */
export interface PromisedWindowsTable {
  pickupId: string;
  date: Day;
  startsAt: Instant;
  endsAt: Instant;
  promisedAt: Instant;
}

/** The times of a stop and a bag, measured on completed days. Routes use a row that an owner chose (owner_settings). */
export interface ServiceTimesTable {
  id: string;
  stopSeconds: number;
  bagSeconds: number;
  stops: number;
  measuredFrom: Day;
  measuredUntil: Day;
  createdAt: Instant;
}

export interface BookingsTable {
  id: string;
  customerId: string;
  draftKey: string;
  address: string;
  bagCount: number;
  amount: Decimal;
  serviceType: ServiceType;
  scheduledDate: Instant;
  specialInstructions: string | null;
  /** Both are the terms shown when the booking was drafted; null for older drafts. */
  changeCutoff: string | null;
  lateRefundPercent: number | null;
  /** The version of the price list that the amount is from. */
  priceVersion: Generated<number>;
  createdAt: Generated<Instant>;
  updatedAt: Generated<Instant>;
}

export interface PickupsTable {
  id: string;
  customerId: string;
  driverId: string | null;
  address: string;
  fullAddress: string | null;
  coordinates: string | null;
  coordinatesPrecision: Precision | null;
  bagCount: number;
  /** The number of bags that the driver counted; null unless it differs from `bagCount`. */
  countedBags: number | null;
  amount: Decimal;
  serviceType: ServiceType;
  status: Generated<PickupStatus>;
  requestedDate: Instant | null;
  scheduledDate: Instant | null;
  completedAt: Instant | null;
  /** When the driver resolved the pickup; null when the dispatcher did. */
  settledAt: Instant | null;
  /** When the pickup last became an issue or incomplete; null if it never did. */
  problemAt: Instant | null;
  /** Who completed the pickup or marked it as issue or incomplete; null while it is open, and for old rows. */
  resolvedBy: string | null;
  /** When that person pressed the button, by our clock. */
  resolvedAt: Instant | null;
  /** The plan's mowing date before and after this completion moved it; null when it didn't. */
  mowingBefore: Instant | null;
  mowingAfter: Instant | null;
  specialInstructions: string | null;
  routeId: string | null;
  routeOrder: number | null;
  estimatedArrival: Instant | null;
  isPinned: Generated<boolean>;
  pickupWindow: string | null;
  priority: Generated<string>;
  estimatedDuration: number | null;
  actualDuration: number | null;
  customerRating: number | null;
  ratingComment: string | null;
  /** When the rating or its comment was last changed. */
  ratedAt: Instant | null;
  driverNotes: string | null;
  incompleteReason: IncompleteReason | null;
  beforePhotoUrl: string | null;
  afterPhotoUrl: string | null;
  cancellationReason: string | null;
  paymentStatus: Generated<string>;
  stripePaymentIntentId: string | null;
  subscriptionId: string | null;
  occurrenceDate: Day | null;
  bookingId: string | null;
  /** The admin who booked the pickup by phone. */
  bookedBy: string | null;
  /** When the pickup was held: booked by phone and not paid at the cut-off. It then has no driver and no route. */
  heldAt: Instant | null;
  /** The pickup whose first trip was wasted. This pickup is the return trip, which the customer pays for. */
  returnOf: string | null;
  /** The completed pickup that was judged missed. This pickup is the free replacement. */
  recoveryOf: string | null;
  /** The terms that the pickup was booked under; null for older rows, to which the settings' terms apply. */
  changeCutoff: string | null;
  lateRefundPercent: number | null;
  scheduledDay: ColumnType<Day | null, never, never>;
  createdAt: Generated<Instant>;
  updatedAt: Generated<Instant>;
}

export interface PlacesTable {
  addressKey: string;
  address: string;
  /** The address that the Census geocoder matched. */
  fullAddress: string | null;
  latitude: number | null;
  longitude: number | null;
  source: 'google' | 'census' | 'zip' | 'lookup' | 'sample' | null;
  precision: Precision | null;
  zipCode: string | null;
  attempts: Generated<number>;
  lastError: string | null;
  createdAt: Generated<Instant>;
  updatedAt: Generated<Instant>;
}

export interface PickupPhotosTable {
  id: string;
  pickupId: string;
  moment: PhotoMoment;
  takenBy: string;
  storageKey: string;
  contentType: string;
  bytes: number;
  width: number;
  height: number;
  createdAt: Generated<Instant>;
}

export interface IdempotencyKeysTable {
  userId: string;
  key: string;
  requestHash: string;
  pickupId: string;
  createdAt: Generated<Instant>;
}

export interface PaymentsTable {
  id: string;
  customerId: string;
  /**
   * `booking`: a draft. `pickup`: an unpaid pickup. `subscription`: the first month of an order. `addition`: something
   * added to a pickup that another payment pays for. `unassigned`: nothing yet. A server of the previous release writes
   * that one as `booking` without a draft.
   */
  purpose: 'booking' | 'pickup' | 'subscription' | 'addition' | 'unassigned';
  /** The version of the price list that the amount is from. */
  priceVersion: Generated<number>;
  bookingId: string | null;
  pickupId: string | null;
  subscriptionOrderId: string | null;
  /** The subscription that this payment started. */
  subscriptionId: string | null;
  /** The provider's subscription whose first invoice this payment pays. */
  stripeSubscriptionId: string | null;
  attempt: Generated<number>;
  stripePaymentIntentId: string | null;
  amount: Decimal;
  status: 'creating' | 'open' | 'succeeded' | 'refund_pending' | 'refunded' | 'canceled';
  failureReason: string | null;
  /** When the customer last used the payment; null for old rows. */
  usedAt: Instant | null;
  createdAt: Generated<Instant>;
  updatedAt: Generated<Instant>;
}

/**
 * A part of what a charge is for. The lines of a charge add up to its amount. They belong to the payment, from its
 * opening on, or to the ledger's charge if the provider opened the payment: a renewal.
 */
export interface ChargeLinesTable {
  id: string;
  /** The payment of the lines; null if `chargeId` is set. */
  paymentId: string | null;
  /** The ledger's charge of the lines; null if `paymentId` is set. */
  chargeId: string | null;
  /** The order of the lines, from 0. */
  position: number;
  kind: ChargeLineKind;
  quantity: Generated<number>;
  /** The price of the whole quantity, without tax. Negative for a line that lowers the charge. */
  cents: number;
  /** The tax in addition to `cents`. */
  taxCents: Generated<number>;
  /** What the line is for, once that is known: a pickup, a plan, or neither. */
  pickupId: string | null;
  subscriptionId: string | null;
}

export interface PaymentHistoryTable {
  id: string;
  customerId: string;
  pickupId: string | null;
  subscriptionId: string | null;
  stripePaymentIntentId: string | null;
  amount: Decimal;
  status: string;
  paymentMethod: string | null;
  failureReason: string | null;
  refundAmount: Decimal | null;
  /** The renewal's invoice. */
  invoiceId: string | null;
  /** The number of the attempt to pay the invoice. */
  attempt: number | null;
  providerRefundId: string | null;
  /** Such as "Visa ending in 4242". */
  card: string | null;
  disputedAt: Instant | null;
  /** When the provider moved the money. The row may be recorded later. */
  movedAt: Instant | null;
  /** The package that the month was charged for. The customer may have another one now. */
  packageType: PackageType | null;
  /** The part of a month that plan credit paid, in addition to `amount`. Negative when it charged an owed remainder. */
  credit: Generated<Decimal>;
  createdAt: Generated<Instant>;
}

/** A refund of part or all of a charge, from the moment it is asked for. */
export interface ChargeRefundsTable {
  id: string;
  /** The idempotency key at the provider, for the refund's whole life. */
  key: string;
  /** The intent whose charge is refunded. */
  intentId: string;
  customerId: string;
  pickupId: string | null;
  subscriptionId: string | null;
  /**
   * `asked`: by staff. `cancelled`: its pickup was cancelled. `unused`: the payment bought nothing. `late-month`: the
   * month was charged after its plan's end. `plan-end`: credit, or visits not made, of a plan that has ended.
   */
  why: 'asked' | 'cancelled' | 'unused' | 'late-month' | 'plan-end';
  /** The closing that asks for it. It asks once of each charge. */
  causeId: string | null;
  /** What is asked for; once it is tried, what was left of the charge at the provider, if that was less. */
  amount: Decimal;
  /** The words of whoever asked for it. */
  reason: string | null;
  requestedBy: string | null;
  /** `sent`: the provider has it and its bank hasn't confirmed it. `refused`: by the provider or, later, by the bank. */
  status: Generated<'asked' | 'sent' | 'done' | 'refused'>;
  /** How often it was refused. */
  tries: Generated<number>;
  /** Null while it isn't to be tried: it is done, waits for a dispute, or was refused for too long. */
  nextTryAt: Instant | null;
  /** Why it was refused last, as a sentence. */
  refusal: string | null;
  /** When it was refused first. */
  refusedAt: Instant | null;
  /** How it was done without the provider, in staff's words or ours. */
  settledAs: string | null;
  providerRefundId: string | null;
  createdAt: Instant;
  updatedAt: Instant;
}

/** Replaced by `charge_refunds`. Servers of the previous release still write it; `adopt_refunds()` reads it. */
export interface RefundsTable {
  id: string;
  paymentId: string;
  pickupId: string;
  amount: Decimal;
  reason: string;
  requestedBy: string;
  status: Generated<'requested' | 'sent' | 'failed'>;
  providerRefundId: string | null;
  createdAt: Generated<Instant>;
  updatedAt: Generated<Instant>;
}

export interface ProviderEventsTable {
  id: string;
  type: string;
  intentId: string | null;
  subscriptionId: string | null;
  disputeId: string | null;
  createdAt: Instant;
  receivedAt: Instant;
  handledAt: Instant | null;
  attempts: Generated<number>;
  lastError: string | null;
  triedAt: Instant | null;
  setAsideAt: Instant | null;
}

export interface SimulatedPaymentIntentsTable {
  id: string;
  clientSecret: string;
  idempotencyKey: string;
  amountCents: number;
  status: 'requires_payment_method' | 'succeeded' | 'canceled';
  refundedCents: Generated<number>;
  paymentMethodId: string | null;
  lastErrorCode: string | null;
  lastDeclineCode: string | null;
  lastErrorMessage: string | null;
  customerId: string | null;
  paidAt: Instant | null;
  createdAt: Generated<Instant>;
}

export interface SimulatedRefundsTable {
  id: string;
  intentId: string;
  idempotencyKey: string;
  amountCents: number;
  createdAt: Instant;
}

export interface SimulatedCardSetupsTable {
  id: string;
  clientSecret: string;
  customerId: string;
  paymentMethodId: string | null;
  createdAt: Instant;
}

export interface SimulatedSubscriptionsTable {
  id: string;
  idempotencyKey: string;
  customerId: string | null;
  packageType: PackageType;
  priceCents: number;
  status: 'incomplete' | 'active' | 'past_due' | 'paused' | 'canceled';
  /** Null when starting the subscription cost nothing. */
  firstIntentId: string | null;
  /** The id of the first subscription in a chain of replacements. */
  root: string;
  /** The card that was saved later; null while the first payment's card is used. */
  paymentMethodId: string | null;
  periodEnd: Instant;
  endsAtPeriodEnd: Generated<boolean>;
  /** The instant that months follow each other from; null while it is the start of the first month. */
  billingAnchor: Instant | null;
  createdAt: Generated<Instant>;
}

export interface SimulatedInvoicesTable {
  id: string;
  subscriptionId: string;
  intentId: string | null;
  /** The amount charged: the total less the part that the balance pays. */
  amountCents: number;
  totalCents: number;
  status: 'open' | 'paid' | 'void';
  isFirst: boolean;
  periodStart: Instant;
  periodEnd: Instant;
  paidAt: Instant | null;
  attempts: Generated<number>;
  /** The package of the month; null for rows of an older server. */
  packageType: PackageType | null;
  createdAt: Instant;
}

/** The changes to a simulated customer's balance. */
export interface SimulatedCreditsTable {
  id: string;
  customerId: string;
  /** Null for credit that an invoice used or returned. */
  idempotencyKey: string | null;
  /** Positive: in the customer's favor. */
  amountCents: number;
  invoiceId: string | null;
  /** Orders the changes, because several may be made within a millisecond. */
  position: Generated<number>;
  createdAt: Instant;
}

export interface AuditLogTable {
  id: string;
  at: Instant;
  actorId: string | null;
  action: string;
  subject: string;
  subjectId: string;
  details: Json<Record<string, string>>;
}

export interface ServiceAreasTable {
  id: string;
  name: string;
  zipCodes: Generated<string[]>;
  isActive: Generated<boolean>;
  baseFee: Decimal | null;
  createdAt: Generated<Instant>;
  /** Increases with every change. */
  version: Generated<number>;
}

/** A person who wants an email when a ZIP code is served. */
export interface WaitingListTable {
  id: string;
  zip: string;
  email: string;
  createdAt: Instant;
  /** Unused. The release after 1.0.0 removes it. */
  claimedAt: Instant | null;
}

/** The settings that an owner has changed. There is at most one row, with all of them. */
export interface OwnerSettingsTable {
  id: string;
  values: Json<Record<string, unknown>>;
  version: number;
  updatedAt: Instant;
}

/** A note about a customer that only staff sees. */
export interface CustomerNotesTable {
  id: string;
  customerId: string;
  authorId: string;
  text: string;
  createdAt: Instant;
}

export interface NotificationsTable {
  id: string;
  userId: string;
  title: string;
  message: string;
  type: string;
  isRead: Generated<boolean>;
  actionUrl: string | null;
  createdAt: Generated<Instant>;
}

export interface MessagesTable {
  id: string;
  kind: string;
  channel: 'email' | 'push' | 'sms' | 'bell';
  /** The id of a user, or of an entry of the waiting list. */
  recipientId: string;
  /**
   * What the message is about, with its id: a pickup, a row of `payment_history`, a plan, an account, a batch of an
   * import, or an entry of the waiting list.
   */
  subject: 'pickup' | 'payment' | 'plan' | 'account' | 'import' | 'waiting-list';
  subjectId: string;
  /** Distinguishes messages of one kind about one subject: a change's id, a day, or '' if there can be only one. */
  revision: string;
  details: Json<Record<string, string | null>>;
  createdAt: Instant;
  dueAt: Instant;
  /** The time until which one worker has claimed the message, by the database's clock; null when no worker has it. */
  claimedUntil: Instant | null;
  attempts: Generated<number>;
  /** Why the last attempt failed. */
  failure: string | null;
  sentAt: Instant | null;
  droppedAt: Instant | null;
  dropReason: string | null;
  /** When all attempts had failed, or a text wasn't delivered. */
  failedAt: Instant | null;
  /** When a text was first sent to the provider, for the daily limits. */
  handedOverAt: Instant | null;
  /** The provider's id of a text. */
  providerId: string | null;
  /** When the phone received a text. */
  deliveredAt: Instant | null;
}

/** A person's choice for a group of messages and a channel. Without a row, `isOnAtFirst` decides. */
export interface MessagePreferencesTable {
  userId: string;
  group: string;
  channel: 'email' | 'push' | 'sms';
  isOn: boolean;
  updatedAt: Instant;
}

/** A person's consent to texts to one number (E.164). Another number needs another consent. */
export interface TextConsentsTable {
  userId: string;
  phone: string;
  agreedAt: Instant;
}

/** A number that can't receive texts, with the provider's code. */
export interface TextRefusalsTable {
  phone: string;
  code: number;
  refusedAt: Instant;
}

/** An address that a mail server has refused permanently. */
export interface RefusedEmailsTable {
  /** In lower case. */
  email: string;
  /** The server's message. */
  reason: string;
  refusedAt: Instant;
}

/** A link in a message to a pickup's live day. It expires at noon of the day after `day`, in New York. */
export interface LiveLinksTable {
  /** The SHA-256 of the link's token. */
  hash: string;
  pickupId: string;
  /** The pickup's day when the link was made. */
  day: Day;
  createdAt: Instant;
  /** When the customer revoked the link. */
  revokedAt: Instant | null;
}

export interface CalendarFeedsTable {
  userId: string;
  /** The SHA-256 of the feed's token. */
  hash: string;
  createdAt: Instant;
}

export interface DriverMetricsTable {
  id: string;
  driverId: string;
  date: Day;
  totalPickups: Generated<number>;
  completedPickups: Generated<number>;
  totalDistance: Decimal | null;
  totalEarnings: Decimal | null;
  averageRating: Decimal | null;
  hoursWorked: Decimal | null;
  createdAt: Generated<Instant>;
}

/** Work that a phone sent for a stop that was no longer its driver's. `taken` says why it wasn't. */
export interface LateWorkTable {
  id: string;
  pickupId: string;
  driverId: string;
  kind: 'complete' | 'incomplete' | 'note' | 'photo';
  taken: 'reassigned' | 'unassigned' | 'rescheduled' | 'cancelled';
  receivedAt: Instant;
}

/** An item of Needs Attention that an admin dismissed, in one of its states. */
export interface AttentionDismissalsTable {
  kind: string;
  subject: string;
  state: string;
  word: string;
  dismissedBy: string;
  dismissedAt: Instant;
}

/** A customer's report that a pickup was missed. */
export interface MissedReportsTable {
  id: string;
  pickupId: string;
  customerId: string;
  /** The service day of the visit. */
  day: Day;
  state: 'recovered' | 'open' | 'missed' | 'not-missed' | 'closed';
  /** What the customer wrote. */
  message: string | null;
  /** The replacement: the same pickup on `recoveryDay`, or a free one. */
  recoveryPickupId: string | null;
  recoveryDay: Day | null;
  /** What the dispatcher wrote to the customer. */
  reason: string | null;
  decidedBy: string | null;
  decidedAt: Instant | null;
  createdAt: Instant;
}

export interface DriverShiftsTable {
  driverId: string;
  /** New York times, HH:MM. */
  start: string;
  end: string;
}

/** A driver's shift on one date, in New York times (HH:MM); both are null on a day off. */
export interface DriverDaysTable {
  driverId: string;
  date: Day;
  start: string | null;
  end: string | null;
}

/** A bulk action of a dispatcher, with what undoing it needs (server/routing/board/bulk-actions.store.ts). */
export interface BulkActionsTable {
  id: string;
  actorId: string;
  date: Day;
  summary: string;
  stops: Json<unknown>;
  shift: Json<unknown> | null;
  /** How long the action can be undone. */
  undoSeconds: Generated<number>;
  createdAt: Instant;
  undoneAt: Instant | null;
}

/** One uploaded file of customers. */
export interface ImportBatchesTable {
  id: string;
  fileName: string;
  state: Generated<ImportState>;
  /** Increases whenever the columns are matched. */
  revision: Generated<number>;
  hasHeader: boolean;
  /** The number of the first row that is used, which is the header if there is one. Rows above are left out. */
  firstNumber: number;
  /** The number of rows that are used, including the header. */
  records: number;
  /** The encoding that the cells were read in. */
  encoding: Generated<ImportEncoding>;
  /** The field in each column, in the file's order. */
  fields: Json<(ImportField | null)[]>;
  createdBy: string;
  createdAt: Instant;
  startedBy: string | null;
  finishedAt: Instant | null;
  /** When the cells of the batch's rows were deleted. */
  emptiedAt: Instant | null;
}

export interface ImportRowsTable {
  batchId: string;
  /** The row's number in a spreadsheet. */
  number: number;
  cells: Json<string[]>;
  /** The revision of the batch that the verdict belongs to. */
  revision: Generated<number>;
  verdict: ImportVerdict | null;
  problems: Json<ImportRemark[]>;
  remarks: Json<ImportRemark[]>;
  hasPlan: Generated<boolean>;
  /** The hash of email, phone and address. A row with the hash of an imported row is not imported again. */
  rowKey: string | null;
  email: string | null;
  addressKey: string | null;
  customerId: string | null;
  outcome: ImportOutcome | null;
  outcomeText: string | null;
  /** When an admin pressed Send invitations. */
  invitedAt: Instant | null;
  /** When the invitation's email was sent. */
  sentAt: Instant | null;
}

/**
 * A plan that an admin imported. It has no stops or invoices: its customer has to buy it
 * (`server/subscriptions/subscribe`).
 */
export interface ImportedPlansTable {
  id: string;
  customerId: string;
  batchId: string;
  rowNumber: number;
  packageType: PackageType;
  preferredDay: Weekday | null;
  preferredTime: string | null;
  address: string;
  startDate: Day | null;
  createdAt: Instant;
}

/** At most one row. A server that doesn't know this migration can't work on the database. */
export interface OldestServerTable {
  migration: string;
}

/** Nightly backups. The newest good one has `checkedAt`; one that runs has no `endedAt`. */
export interface BackupsTable {
  id: string;
  night: Day;
  host: string;
  fileName: string;
  startedAt: Instant;
  endedAt: Instant | null;
  bytes: number | null;
  rows: number | null;
  checkedAt: Instant | null;
  copiedAt: Instant | null;
  failure: string | null;
  copyFailure: string | null;
}

/** One row when nightly backups are made: since when. */
export interface BackupScheduleTable {
  id: number;
  since: Instant;
}

export interface Schema {
  users: UsersTable;
  sessions: SessionsTable;
  email_changes: EmailChangesTable;
  sign_in_devices: SignInDevicesTable;
  server_secrets: ServerSecretsTable;
  push_subscriptions: PushSubscriptionsTable;
  rate_limits: RateLimitsTable;
  subscriptions: SubscriptionsTable;
  subscription_orders: SubscriptionOrdersTable;
  routes: RoutesTable;
  route_starts: RouteStartsTable;
  bookings: BookingsTable;
  pickups: PickupsTable;
  places: PlacesTable;
  pickup_photos: PickupPhotosTable;
  idempotency_keys: IdempotencyKeysTable;
  payments: PaymentsTable;
  charge_lines: ChargeLinesTable;
  payment_history: PaymentHistoryTable;
  charge_refunds: ChargeRefundsTable;
  refunds: RefundsTable;
  provider_events: ProviderEventsTable;
  simulated_payment_intents: SimulatedPaymentIntentsTable;
  simulated_refunds: SimulatedRefundsTable;
  simulated_card_setups: SimulatedCardSetupsTable;
  simulated_subscriptions: SimulatedSubscriptionsTable;
  simulated_invoices: SimulatedInvoicesTable;
  simulated_credits: SimulatedCreditsTable;
  audit_log: AuditLogTable;
  service_areas: ServiceAreasTable;
  waiting_list: WaitingListTable;
  oldest_server: OldestServerTable;
  owner_settings: OwnerSettingsTable;
  customer_notes: CustomerNotesTable;
  notifications: NotificationsTable;
  messages: MessagesTable;
  message_preferences: MessagePreferencesTable;
  text_consents: TextConsentsTable;
  text_refusals: TextRefusalsTable;
  refused_emails: RefusedEmailsTable;
  live_links: LiveLinksTable;
  calendar_feeds: CalendarFeedsTable;
  driver_metrics: DriverMetricsTable;
  late_work: LateWorkTable;
  attention_dismissals: AttentionDismissalsTable;
  missed_reports: MissedReportsTable;
  plan_closings: PlanClosingsTable;
  plan_credits: PlanCreditsTable;
  plan_holds: PlanHoldsTable;
  plan_months: PlanMonthsTable;
  plan_refunds: PlanRefundsTable;
  visit_moves: VisitMovesTable;
  driver_shifts: DriverShiftsTable;
  driver_days: DriverDaysTable;
  bulk_actions: BulkActionsTable;
  trucks: TrucksTable;
  disposal_sites: DisposalSitesTable;
  disposal_visits: DisposalVisitsTable;
  promised_windows: PromisedWindowsTable;
  service_times: ServiceTimesTable;
  import_batches: ImportBatchesTable;
  import_rows: ImportRowsTable;
  imported_plans: ImportedPlansTable;
  backups: BackupsTable;
  backup_schedule: BackupScheduleTable;
}
