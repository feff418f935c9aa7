import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MissedDetails } from './pickups/missed.ts';
import { AdminPickup } from './pickups.ts';
import { Id, Money, requiredText, Timestamp } from './values/shapes.ts';

/**
 * The kinds of items in Needs attention, most urgent first. A new kind also needs a query in
 * server/attention/kinds.store.ts and words in web/attention/words.ts; neither file compiles without them.
 */
export const attentionKinds = [
  'problem',
  'missed',
  'done-by-both',
  'same-day',
  'unpaid',
  'overload',
  'overdue',
  'dispute',
  'refund-failed',
  'stuck-credit',
  'unused-credit',
  'backup',
  'unplaced',
  'email-refused',
  'unserved',
  'low-rating',
] as const;
export const AttentionKind = z.enum(attentionKinds);
export type AttentionKind = z.output<typeof AttentionKind>;

/** The maximum number of listed items of a kind. The kind's count covers all of its items, up to 10,000. */
export const maxAttentionItems = 50;

const Person = z.object({
  id: Id,
  username: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  phone: z.nullable(z.string()),
});
export type AttentionPerson = z.output<typeof Person>;

/** The kinds of late work: what a driver's phone sent for a stop that is no longer the driver's. */
export const lateWorkKinds = ['complete', 'incomplete', 'note', 'photo'] as const;
export type LateWorkKind = (typeof lateWorkKinds)[number];

const BackupProblem = z.object({
  /** `overdue`: the newest good one is older than 26 hours. `not-copied`: it isn't in the bucket. */
  problem: z.enum(['overdue', 'not-copied']),
  /** When the newest good one was made; null before the first. */
  newestAt: z.nullable(Timestamp),
  /** Why the last one failed, or wasn't copied, as a sentence; null when none has failed since. */
  failure: z.nullable(z.string()),
});
export type BackupProblem = z.output<typeof BackupProblem>;

const RefusedRefund = z.object({
  id: Id,
  /** Why it was refused last, as a sentence. */
  refusal: z.string(),
  /** When it is tried again by itself; null when it has been refused for 14 days. */
  nextTryAt: z.nullable(Timestamp),
});
export type RefusedRefund = z.output<typeof RefusedRefund>;

export const AttentionItem = z.object({
  kind: AttentionKind,
  /** Identifies the item: its kind and its subject. */
  key: z.string(),
  /** Changes when the item's facts change. A dismissal covers only this state; in a new state the item comes back. */
  state: z.string(),
  /** When the item happened or is due. */
  at: Timestamp,
  customer: z.nullable(Person),
  /** The driver of the stop or of the overloaded day. `done-by-both`: the driver who sent the late work. */
  driver: z.nullable(Person),
  /** `done-by-both`: the driver who has the stop now. */
  holder: z.nullable(Person),
  address: z.nullable(z.string()),
  /** The New York day that the item is about. */
  day: z.nullable(z.string()),
  /** The pickup in its current state; null for an item without a pickup. */
  pickup: z.nullable(AdminPickup),
  /**
   * The disputed charge, the failed refund, the unpaid price, an ended plan's credit that isn't returned yet, or its
   * money that couldn't be refunded.
   */
  amount: z.nullable(Money),
  /** `refund-failed`: the refused refund; null for one that was made in the payment provider's own screens. */
  refund: z.optional(z.nullable(RefusedRefund)),
  /** `stuck-credit`: why the last attempt failed, as a sentence. */
  reason: z.optional(z.nullable(z.string())),
  /** `email-refused`: the customer's email address. */
  email: z.optional(z.nullable(z.string())),
  /** `overload`: the length of the driver's day and of the shift in minutes, and the number of stops. */
  load: z.nullable(z.object({ minutes: z.int(), shiftMinutes: z.int(), stops: z.int() })),
  /** `done-by-both`: the late work that the phone sent. */
  lateWork: z.array(z.enum(lateWorkKinds)),
  /** `unserved`: the ZIP code that is in no active area; null when the address has no readable ZIP code. */
  zip: z.optional(z.nullable(z.string())),
  /** `backup`: what is wrong with the nightly backups, and since when. */
  backup: z.optional(z.nullable(BackupProblem)),
  /** `missed`: the facts for the dispatcher's decision. */
  missed: z.optional(z.nullable(MissedDetails)),
});
export type AttentionItem = z.output<typeof AttentionItem>;

/** A count of 10,001 means "more than 10,000". */
export const AttentionList = z.object({
  total: z.int(),
  /** The kinds that have items, most urgent first. */
  kinds: z.array(z.object({ kind: AttentionKind, count: z.int(), items: z.array(AttentionItem) })),
});
export type AttentionList = z.output<typeof AttentionList>;

/** Returns everything that needs the dispatcher now, computed from the current rows. */
export const getAttention = endpoint('GET', '/api/admin/attention', 'admin', { response: AttentionList, errors: [] });

export const maxDismissalLength = 200;
const wordRequired = 'Please say why in a few words';

/**
 * Dismisses an item in its current state and records the reason. A repeated call changes nothing. 404 when the item no
 * longer exists, 409 when it is no longer in `state`.
 */
export const dismissAttention = endpoint('POST', '/api/admin/attention/dismiss', 'admin', {
  body: z.object({
    key: z
      .string({ error: 'Please choose an item' })
      .check(z.minLength(1, 'Please choose an item'), z.maxLength(100, 'Please choose an item')),
    state: z.optional(z.string().check(z.maxLength(300))),
    word: requiredText(wordRequired, maxDismissalLength, 'The reason must be less than 200 characters'),
  }),
  response: z.object({ success: z.boolean() }),
  errors: [400, 404, 409],
});
