import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MissedDetails } from './pickups/missed.ts';
import { AdminPickup } from './pickups.ts';
import { Id, Money, requiredText, Timestamp } from './values/shapes.ts';

/**
 * The kinds of things that need the dispatcher, the most urgent first. A new kind is a line here, its query in
 * server/attention/kinds.store.ts and its words in web/attention/words.ts; neither compiles without it.
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
  'unused-credit',
  'unplaced',
  'email-refused',
  'unserved',
  'low-rating',
] as const;
export const AttentionKind = z.enum(attentionKinds);
export type AttentionKind = z.output<typeof AttentionKind>;

/** At most this many items of a kind are listed. Its count is the true one, up to 10,000. */
export const maxAttentionItems = 50;

const Person = z.object({
  id: Id,
  username: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  phone: z.nullable(z.string()),
});
export type AttentionPerson = z.output<typeof Person>;

/** What a phone sent for a stop that was taken away from its driver. */
export const lateWorkKinds = ['complete', 'incomplete', 'note', 'photo'] as const;
export type LateWorkKind = (typeof lateWorkKinds)[number];

export const AttentionItem = z.object({
  kind: AttentionKind,
  /** Names the item: the kind and what it is about. */
  key: z.string(),
  /** Changes when the thing changes. A dismissal is for this state only: in a new state the item comes back. */
  state: z.string(),
  /** When it happened or is due. */
  at: Timestamp,
  customer: z.nullable(Person),
  /** The driver it is about: the stop's driver, or the one who sent the late work. */
  driver: z.nullable(Person),
  /** `done-by-both`: who has the stop now. */
  holder: z.nullable(Person),
  address: z.nullable(z.string()),
  /** The New York day that it is about. */
  day: z.nullable(z.string()),
  /** The pickup as it is now; null for a day, or for a payment without a pickup. */
  pickup: z.nullable(AdminPickup),
  /** A disputed charge, a refund that failed, or what is left of a plan's credit. */
  amount: z.nullable(Money),
  /** `email-refused`: the customer's email address. */
  email: z.optional(z.nullable(z.string())),
  /** `overload`: the minutes of the driver's day and of the driver's shift, and the stops. */
  load: z.nullable(z.object({ minutes: z.int(), shiftMinutes: z.int(), stops: z.int() })),
  /** `done-by-both`: what the phone sent. */
  lateWork: z.array(z.enum(lateWorkKinds)),
  /** `unserved`: the ZIP code that is in no active area; null when the address has none that can be read. */
  zip: z.optional(z.nullable(z.string())),
  /** `missed`: what the dispatcher decides from. */
  missed: z.optional(z.nullable(MissedDetails)),
});
export type AttentionItem = z.output<typeof AttentionItem>;

/** A count of 10,001 means "more than 10,000". */
export const AttentionList = z.object({
  total: z.int(),
  /** The kinds that have items, the most urgent first. */
  kinds: z.array(z.object({ kind: AttentionKind, count: z.int(), items: z.array(AttentionItem) })),
});
export type AttentionList = z.output<typeof AttentionList>;

/** Everything that needs the dispatcher now, computed from the present rows. */
export const getAttention = endpoint('GET', '/api/admin/attention', 'admin', { response: AttentionList, errors: [] });

export const maxDismissalLength = 200;
const wordRequired = 'Please say why in a few words';

/**
 * Dismisses an item in its present state and records the reason. Dismissing it again changes nothing. 404 when the item no longer
 * exists, 409 when its state is no longer `state`.
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
