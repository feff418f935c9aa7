import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Id, IdParams, Timestamp } from '../values/shapes.ts';

/** How a message reaches a person: `push` is a notification of the browser, `sms` a text message. */
export const channels = ['email', 'push', 'sms'] as const;
export type Channel = (typeof channels)[number];

/** Kinds of messages to dispatchers. */
export const staffMessageKinds = ['new-problem', 'same-day-request'] as const;
/** Kinds of messages that tell of a pickup. A receipt tells of a payment; it is also how a paid booking is confirmed. */
export const pickupMessageKinds = [
  ...(['changed', 'cancelled', 'reminder', 'next', 'done', 'not-done'] as const),
  ...staffMessageKinds,
] as const;
export type PickupMessageKind = (typeof pickupMessageKinds)[number];
export const messageKinds = [...pickupMessageKinds, 'receipt'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** What each kind is called: in staff's list, and as the title of a notification. */
export const messageLabels: Readonly<Record<MessageKind, string>> = {
  changed: 'New date',
  cancelled: 'Cancellation',
  reminder: 'Reminder',
  next: "You're next",
  done: 'Pickup done',
  'not-done': 'Pickup not done',
  'new-problem': 'Problem at a stop',
  'same-day-request': 'Same-day request',
  receipt: 'Receipt',
};

/** A message to a customer, as staff sees it. */
export const SentMessage = z.object({
  id: Id,
  kind: z.enum(messageKinds),
  channel: z.enum(channels),
  /** Null for a receipt. */
  pickupId: z.nullable(Id),
  /**
   * `waiting`: it isn't due yet, or is being tried. `dropped`: it wasn't true any more, or the recipient doesn't get it this way.
   * `delivered`: a text that the phone has received, which is known of texts only.
   */
  outcome: z.enum(['sent', 'delivered', 'waiting', 'dropped', 'failed']),
  /** Why it was dropped, or why it failed. */
  reason: z.nullable(z.string()),
  createdAt: Timestamp,
  /** When it was sent, dropped or given up; null while it waits. */
  settledAt: z.nullable(Timestamp),
});
export type SentMessage = z.output<typeof SentMessage>;

/** The messages to a customer, newest first; at most 50. */
export const listCustomerMessages = endpoint('GET', '/api/admin/customers/:id/messages', 'admin', {
  params: IdParams,
  response: z.array(SentMessage),
  errors: [404],
});
