import type { ColumnType, Generated } from 'kysely';
import type { Role } from '../../contract/accounts.ts';
import type { IncompleteReason } from '../../contract/drivers.ts';
import type { ImportField, ImportOutcome, ImportRemark, ImportState, ImportVerdict } from '../../contract/import.ts';
import type { PickupStatus, ServiceType } from '../../contract/pickups.ts';
import type { Precision } from '../../contract/values/places.ts';
import type { EarlierDays } from '../../contract/values/plan/schedule.ts';
import type { PackageType } from '../../contract/values/prices.ts';
import type { Weekday } from '../../contract/values/time/dates.ts';

/**
 * The tables for kysely. Columns have the field names of docs/product/data.md. `schema.test.ts` compares this file with
 * the migrated database.
 */

/** timestamptz: a Date, read and written. */
type Instant = Date;
/** numeric(10,2): a text such as "45.00" (connect.ts), so no amount becomes a float. */
type Decimal = string;
/** date: a text YYYY-MM-DD (connect.ts). */
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
  /** The time step of the newest accepted code; codes of this and earlier steps are refused. */
  twoFactorLastStep: number | null;
  /** The SHA-256 of each unused recovery code. */
  twoFactorRecoveryCodes: Generated<string[]>;
  /** `factor`: how the second factor was proved, for accounts that have one. */
  loginHistory: Json<{ at: string; ip: string; userAgent: string; factor?: 'code' | 'recovery_code' }[]>;
  /** Created by the demo, whose credentials are public. Such accounts can sign in only in demo mode. */
  isDemo: Generated<boolean>;
  /** When its customer deleted it. Only what the books need is left. */
  deletedAt: Instant | null;
  createdAt: Generated<Instant>;
  updatedAt: Generated<Instant>;
}

export interface SessionsTable {
  sid: string;
  sess: ColumnType<{ rememberMe: boolean; ip: string; userAgent: string; createdAt: string }, string, string>;
  expire: Instant;
  userId: string;
  /** Names the session in the API. Unlike `sid` it is no secret: it isn't derived from the token. */
  id: Generated<string>;
  /** Written at most once per `useGapMs`. */
  lastUsedAt: Generated<Instant>;
  /** The address of the last recorded use; null until then. */
  lastIp: string | null;
  /** When the session last proved the second factor. */
  confirmedAt: Instant | null;
}

/** A change of an account's email that can be undone. The id orders an account's changes: it is a UUID of version 7. */
export interface EmailChangesTable {
  id: string;
  userId: string;
  oldEmail: string;
  newEmail: string;
  /** The current password came along, so password resets go to the new address. */
  isConfirmed: boolean;
  /** The hash of the emailed link's token; null until the email is sent. */
  undoToken: string | null;
  undoUntil: Instant;
}

/** A device that has signed in to an account before. It has its own count of failed sign-ins. */
export interface SignInDevicesTable {
  userId: string;
  deviceId: string;
  failures: Generated<number>;
  lockedUntil: Instant | null;
  signedInAt: Instant;
}

/** A device that gets notifications while its session lasts. */
export interface PushSubscriptionsTable {
  sid: string;
  endpoint: string;
  /** The keys that encrypt for the device, base64url. */
  p256dh: string;
  auth: string;
  createdAt: Instant;
}

/** Secrets that the server has made for itself. */
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
  /** The weekdays before they changed, oldest first. Changes older than some weeks are dropped. */
  earlierDays: Json<readonly EarlierDays[]>;
  bagCountLimit: Generated<number>;
  pricePerMonth: Decimal;
  includesFurniturePickup: Generated<boolean>;
  includesBinWashing: Generated<boolean>;
  includesLawnMowing: Generated<boolean>;
  lawnMowingInterval: Generated<number>;
  nextLawnMowingDate: Instant | null;
  /** The first held day; null without a hold. `pausedUntil` is then the first day of service again. */
  holdFrom: Day | null;
  pausedUntil: Instant | null;
  /** The package that begins with the next billing month, at `pendingFrom`; both are null without one. */
  pendingPackageType: PackageType | null;
  pendingPreferredDay: Weekday | null;
  pendingFrom: Instant | null;
  cancellationDate: Instant | null;
  cancellationReason: string | null;
  autoRenewal: Generated<boolean>;
  currentPeriodEnd: Instant | null;
  pastDueSince: Instant | null;
  isPausedForPayment: Generated<boolean>;
  address: string | null;
  specialInstructions: string | null;
  createdAt: Generated<Instant>;
  updatedAt: Generated<Instant>;
}

/** A time without visits: from `fromDay` to the day before `untilDay`. 'Back early' brings `untilDay` forward. */
export interface PlanHoldsTable {
  id: string;
  subscriptionId: string;
  fromDay: Day;
  untilDay: Day;
  /** The credits of its days before this one are written; null before the first. */
  creditedUntil: Day | null;
  actorId: string | null;
  createdAt: Instant;
}

/**
 * A visit that closed days have moved. The newest row of an occurrence says on which day its stop is made, and on which day a
 * skip of it is credited.
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

/** A billing month of a plan as it was when it began: its price, and how many visits it had. */
export interface PlanMonthsTable {
  subscriptionId: string;
  startsAt: Instant;
  endsAt: Instant;
  price: Decimal;
  visits: number;
  /** What the provider took from the customer's balance for it; negative when the month carried a remainder. */
  credit: Generated<Decimal>;
}

/**
 * The worth of a visit that is not made. `amount` and `monthStartsAt` are null until its month is invoiced.
 * `providerId` is the provider's balance transaction, once it has it.
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

/** The end of a plan: what was left of its credit. Amounts are null until they are known. */
export interface PlanClosingsTable {
  id: string;
  subscriptionId: string;
  customerId: string;
  /** What the provider's balance was, and is taken from it; negative for a remainder that is written off. */
  taken: Decimal | null;
  /** The part of `taken` that the customer gets back. Credit for a month that was never paid isn't returned. */
  owed: Decimal | null;
  /** The provider's balance transaction. */
  providerId: string | null;
  /** The amount that no charge of the plan could take back. */
  unused: Decimal | null;
  createdAt: Instant;
  closedAt: Instant | null;
}

/** A refund of a plan's charge. `causeId` names what it is for, such as a closing. */
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

/** When the first stop of a driver's day was resolved. Undoing that press changes nothing here. */
export interface RouteStartsTable {
  driverId: string;
  date: Day;
  startedAt: Instant;
}

/** A driver's truck. Without a row it has the capacity of the settings, and starts and ends where all routes do. */
export interface TrucksTable {
  driverId: string;
  capacityBags: number;
  startAddress: string | null;
  startCoordinates: string | null;
  endAddress: string | null;
  endCoordinates: string | null;
  /** A pause that must begin from `pauseFrom` to `pauseUntil` (HH:MM); all three are null without one. */
  pauseMinutes: number | null;
  pauseFrom: string | null;
  pauseUntil: string | null;
  updatedAt: Instant;
}

/** Where trucks are emptied. Without hours (HH:MM) it is always open. */
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

/** A visit to a disposal site, planned while `emptiedAt` is null. */
export interface DisposalVisitsTable {
  id: string;
  driverId: string;
  date: Day;
  siteId: string;
  /** How many stops of the driver's day come before it. */
  afterStops: number;
  /** What the truck has on board when it gets there. */
  bags: number;
  /** The leg to the site. */
  legSeconds: number | null;
  legMeters: number | null;
  estimatedArrival: Instant | null;
  emptiedAt: Instant | null;
  tons: Decimal | null;
  /** The stored photo of the ticket. */
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

/** What a stop and a bag take, as measured on completed days. Routes use one when an owner says so (owner_settings). */
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
  /** The terms shown when it was drafted; null for older drafts. */
  changeCutoff: string | null;
  lateRefundPercent: number | null;
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
  /** What the driver counted; null while it is what was booked. */
  countedBags: number | null;
  amount: Decimal;
  serviceType: ServiceType;
  status: Generated<PickupStatus>;
  requestedDate: Instant | null;
  scheduledDate: Instant | null;
  completedAt: Instant | null;
  /** When the driver resolved it; null when the dispatcher did. */
  settledAt: Instant | null;
  /** When it last became an issue or incomplete; null before the first time. */
  problemAt: Instant | null;
  /** Who completed it or marked it as issue or incomplete; null while it is open, and for old rows. */
  resolvedBy: string | null;
  /** When this person pressed, by our clock. */
  resolvedAt: Instant | null;
  /** The plan's mowing date before and after this completion moved it; null when it did not. */
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
  /** The customer's words with the rating, and when the two were last changed. */
  ratingComment: string | null;
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
  /** The admin who booked it by phone. */
  bookedBy: string | null;
  /** Since when it is held: booked by phone and not paid at the cut-off. It then has no driver and no route. */
  heldAt: Instant | null;
  /** The pickup whose first trip was wasted; this one is its return trip, which the customer pays for. */
  returnOf: string | null;
  /** The completed pickup that was judged missed; this one is free. */
  recoveryOf: string | null;
  /** The terms that it was booked under; null for older rows, which have those of the settings. */
  changeCutoff: string | null;
  lateRefundPercent: number | null;
  scheduledDay: ColumnType<Day | null, never, never>;
  createdAt: Generated<Instant>;
  updatedAt: Generated<Instant>;
}

export interface PlacesTable {
  addressKey: string;
  address: string;
  /** What the Census geocoder matched. */
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
  moment: 'before' | 'after';
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
  purpose: 'booking' | 'pickup' | 'subscription';
  bookingId: string | null;
  pickupId: string | null;
  subscriptionOrderId: string | null;
  /** The subscription that it started. */
  subscriptionId: string | null;
  /** The provider's subscription whose first invoice this payment pays. */
  stripeSubscriptionId: string | null;
  attempt: Generated<number>;
  stripePaymentIntentId: string | null;
  amount: Decimal;
  status: 'creating' | 'open' | 'succeeded' | 'refund_pending' | 'refunded' | 'canceled';
  failureReason: string | null;
  /** When its customer last asked for it; null for old rows. */
  usedAt: Instant | null;
  createdAt: Generated<Instant>;
  updatedAt: Generated<Instant>;
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
  /** The renewal's invoice and which attempt to pay it. */
  invoiceId: string | null;
  attempt: number | null;
  providerRefundId: string | null;
  /** "Visa ending in 4242" */
  card: string | null;
  disputedAt: Instant | null;
  /** When the provider moved the money; the row may be recorded later. */
  movedAt: Instant | null;
  /** The package that a month was charged for; the customer may have another one now. */
  packageType: PackageType | null;
  /**
   * The part of a month that plan credit paid, in addition to `amount`. Negative when the month carried a remainder.
   */
  credit: Generated<Decimal>;
  createdAt: Generated<Instant>;
}

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
  /** Null when nothing had to be paid to start it. */
  firstIntentId: string | null;
  /** The first subscription in a chain of replacements. */
  root: string;
  /** A card saved later; null for the card of the first payment. */
  paymentMethodId: string | null;
  periodEnd: Instant;
  endsAtPeriodEnd: Generated<boolean>;
  createdAt: Generated<Instant>;
}

export interface SimulatedInvoicesTable {
  id: string;
  subscriptionId: string;
  intentId: string | null;
  /** What is charged: the total less what the balance pays. */
  amountCents: number;
  totalCents: number;
  status: 'open' | 'paid' | 'void';
  isFirst: boolean;
  periodStart: Instant;
  periodEnd: Instant;
  paidAt: Instant | null;
  attempts: Generated<number>;
  createdAt: Instant;
}

/** The changes of a simulated customer's balance. */
export interface SimulatedCreditsTable {
  id: string;
  customerId: string;
  /** Null for what an invoice used or returned. */
  idempotencyKey: string | null;
  /** Positive: in the customer's favor. */
  amountCents: number;
  invoiceId: string | null;
  /** Their order: several may be made within a millisecond. */
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
  /** Goes up with every change. */
  version: Generated<number>;
}

/** Somebody who wants an email when a ZIP code is served. */
export interface WaitingListTable {
  id: string;
  zip: string;
  email: string;
  createdAt: Instant;
  /** Used by versions before the outbox had its email. */
  claimedAt: Instant | null;
}

/** The settings that an owner has changed: at most one row, with all of them. */
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
  /** A user, or an entry of the waiting list. */
  recipientId: string;
  /**
   * What it is about, and its id: a pickup, a row of `payment_history`, a plan, an account, a batch of an import, or an entry of
   * the waiting list.
   */
  subject: 'pickup' | 'payment' | 'plan' | 'account' | 'import' | 'waiting-list';
  subjectId: string;
  /** Tells apart messages of one kind about one subject: the change's id, a day, or '' where there is only one. */
  revision: string;
  details: Json<Record<string, string | null>>;
  createdAt: Instant;
  dueAt: Instant;
  /** The time until which one worker may send it, by the database's clock; null when no worker has it. */
  claimedUntil: Instant | null;
  attempts: Generated<number>;
  /** Why the last attempt failed. */
  failure: string | null;
  sentAt: Instant | null;
  droppedAt: Instant | null;
  dropReason: string | null;
  /** When every attempt had failed, or a text didn't arrive. */
  failedAt: Instant | null;
  /** When a text was first given to the provider, for the daily limits. */
  handedOverAt: Instant | null;
  /** The provider's id of a text. */
  providerId: string | null;
  /** When the phone received a text. */
  deliveredAt: Instant | null;
}

/** What a person has chosen; without a row, `isOnAtFirst` decides. */
export interface MessagePreferencesTable {
  userId: string;
  group: string;
  channel: 'email' | 'push' | 'sms';
  isOn: boolean;
  updatedAt: Instant;
}

/** Who agreed to texts, and to which number (E.164). Another number needs another consent. */
export interface TextConsentsTable {
  userId: string;
  phone: string;
  agreedAt: Instant;
}

/** Numbers that get no texts, with the provider's code. */
export interface TextRefusalsTable {
  phone: string;
  code: number;
  refusedAt: Instant;
}

/** Addresses that a mail server has refused for good. */
export interface RefusedEmailsTable {
  /** In lower case. */
  email: string;
  /** The server's words. */
  reason: string;
  refusedAt: Instant;
}

/** A link to the day of a pickup, from a message. It ends at noon after `day`, in New York. */
export interface LiveLinksTable {
  /** The SHA-256 of its token. */
  hash: string;
  pickupId: string;
  /** The pickup's day when the link was made. */
  day: Day;
  createdAt: Instant;
  /** When the customer ended it. */
  revokedAt: Instant | null;
}

export interface CalendarFeedsTable {
  userId: string;
  /** The SHA-256 of its token. */
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

/** What a phone sent for a stop that was no longer its driver's; `taken` says why it wasn't. */
export interface LateWorkTable {
  id: string;
  pickupId: string;
  driverId: string;
  kind: 'complete' | 'incomplete' | 'note' | 'photo';
  taken: 'reassigned' | 'unassigned' | 'rescheduled' | 'cancelled';
  receivedAt: Instant;
}

/** An item of Needs Attention that an admin dismissed in one of its states. */
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
  /** What makes up for it: the same pickup on `recoveryDay`, or a free one. */
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
  /** New York wall times, HH:MM. */
  start: string;
  end: string;
}

/** A driver's hours on one date; null for a day off. */
export interface DriverDaysTable {
  driverId: string;
  date: Day;
  start: string | null;
  end: string | null;
}

/** What a dispatcher did to many stops, with what undoing needs (server/routing/board/bulk-actions.store.ts). */
export interface BulkActionsTable {
  id: string;
  actorId: string;
  date: Day;
  summary: string;
  stops: Json<unknown>;
  shift: Json<unknown> | null;
  /** How long it can be undone. */
  undoSeconds: Generated<number>;
  createdAt: Instant;
  undoneAt: Instant | null;
}

/** One uploaded file of customers. */
export interface ImportBatchesTable {
  id: string;
  fileName: string;
  state: Generated<ImportState>;
  /** Rises with every match of the columns. */
  revision: Generated<number>;
  hasHeader: boolean;
  /** The number of the file's first record, which is the header if there is one. */
  firstNumber: number;
  /** Records in the file, the header included. */
  records: number;
  /** What each column holds, in the file's order. */
  fields: Json<(ImportField | null)[]>;
  createdBy: string;
  createdAt: Instant;
  startedBy: string | null;
  finishedAt: Instant | null;
  /** When the cells of its rows were deleted. */
  emptiedAt: Instant | null;
}

export interface ImportRowsTable {
  batchId: string;
  /** The row in a spreadsheet. */
  number: number;
  cells: Json<string[]>;
  /** The match of the columns that the verdict belongs to. */
  revision: Generated<number>;
  verdict: ImportVerdict | null;
  problems: Json<ImportRemark[]>;
  remarks: Json<ImportRemark[]>;
  hasPlan: Generated<boolean>;
  /** The hash of email, phone and address. A row that has been imported is not imported again. */
  rowKey: string | null;
  email: string | null;
  addressKey: string | null;
  customerId: string | null;
  outcome: ImportOutcome | null;
  outcomeText: string | null;
  /** When an admin pressed Send invitations, and when the email left. */
  invitedAt: Instant | null;
  sentAt: Instant | null;
}

/** A plan that an admin imported. It makes no stops and no invoices: its customer buys it (`server/subscriptions/subscribe`). */
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
  payment_history: PaymentHistoryTable;
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
}
