import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Timestamp } from './values/shapes.ts';

/** Kinds of messages that tell of a pickup. A receipt tells of a payment; it is also how a paid booking is confirmed. */
export const pickupMessageKinds = ['changed', 'cancelled', 'reminder', 'next', 'done', 'not-done'] as const;
export type PickupMessageKind = (typeof pickupMessageKinds)[number];
export const messageKinds = [...pickupMessageKinds, 'receipt'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** A message to a customer, as staff sees it. */
export const SentMessage = z.object({
  id: Id,
  kind: z.enum(messageKinds),
  channel: z.enum(['email', 'push', 'sms']),
  /** Null for a receipt. */
  pickupId: z.nullable(Id),
  /** `waiting`: it isn't due yet, or is being tried. `dropped`: it wasn't true any more. */
  outcome: z.enum(['sent', 'waiting', 'dropped', 'failed']),
  /** Why it was dropped, or why the last try failed. */
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
