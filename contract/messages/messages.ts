import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Id, IdParams, Timestamp } from '../values/shapes.ts';

/** The channels that a person can choose for messages: `push` is a browser notification, `sms` a text message. */
export const channels = ['email', 'push', 'sms'] as const;
export type Channel = (typeof channels)[number];
/** All channels. `bell` is the list of notifications in the app, which can't be switched off. */
const messageChannels = [...channels, 'bell'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** Kinds of messages to dispatchers. */
export const staffMessageKinds = ['new-problem', 'same-day-request'] as const;
/** Kinds of messages about a pickup. People can switch them on and off for each channel. */
export const pickupMessageKinds = [
  ...(['changed', 'cancelled', 'reminder', 'next', 'done', 'not-done'] as const),
  ...staffMessageKinds,
] as const;
export type PickupMessageKind = (typeof pickupMessageKinds)[number];
/** Kinds of messages about the account. */
const accountMessageKinds = [
  ...(['first-password', 'verification', 'password-reset', 'password-changed'] as const),
  ...(['email-changed', 'email-restored', 'factor-changed'] as const),
] as const;
/**
 * Kinds of messages that are always emailed and never sent by another channel. A receipt also confirms a paid booking.
 */
const mailMessageKinds = [
  ...(['receipt', 'payment-link', 'past-due', 'new-price', 'unused-refund', 'late-refund'] as const),
  ...(['missed-report', 'invitation'] as const),
  // For people on the waiting list, who have no account.
  'area-open',
  ...accountMessageKinds,
] as const;
export type MailMessageKind = (typeof mailMessageKinds)[number];
/** All kinds. `notice` is a notification in the bell; its title and text are stored with it. */
const messageKinds = [...pickupMessageKinds, ...mailMessageKinds, 'notice'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Returns true if a message is always emailed and never sent by another channel. */
export const isMail = (kind: MessageKind): kind is MailMessageKind =>
  (mailMessageKinds as readonly MessageKind[]).includes(kind);

/** The name of each kind in staff's list. It is also a notification's title. */
export const messageLabels: Readonly<Record<MessageKind, string>> = {
  changed: 'New date',
  cancelled: 'Cancellation',
  reminder: 'Reminder',
  next: 'Almost your turn',
  done: 'Pickup done',
  'not-done': 'Pickup not done',
  'new-problem': 'Problem at a stop',
  'same-day-request': 'Same-day request',
  receipt: 'Receipt',
  'payment-link': 'Payment link',
  'past-due': 'Card declined',
  'new-price': 'New price',
  'unused-refund': 'Refund of an unused payment',
  'late-refund': 'Delayed refund',
  'missed-report': 'Report of a missed pickup',
  invitation: 'Invitation',
  'area-open': 'Area opened',
  'first-password': 'Welcome',
  verification: 'Email verification',
  'password-reset': 'Password reset',
  'password-changed': 'Password changed',
  'email-changed': 'Email address changed',
  'email-restored': 'Email change undone',
  'factor-changed': 'Two-factor sign-in',
  notice: 'Notification',
};

/** A message to a customer, as staff sees it. */
export const SentMessage = z.object({
  id: Id,
  kind: z.enum(messageKinds),
  channel: z.enum(messageChannels),
  /** The title of a notice; null for the other kinds, and after its recipient's account was deleted. */
  title: z.nullable(z.string()),
  /** Null for a message that isn't about a pickup. */
  pickupId: z.nullable(Id),
  /**
   * - `waiting`: it isn't due yet, or it is being sent.
   * - `dropped`: it was no longer true, or the recipient doesn't get this kind by this channel.
   * - `delivered`: the phone has received it. Known only for texts.
   */
  outcome: z.enum(['sent', 'delivered', 'waiting', 'dropped', 'failed']),
  /** Why it was dropped or failed. */
  reason: z.nullable(z.string()),
  createdAt: Timestamp,
  /** When it was sent or dropped, or when it failed; null while it waits. */
  outcomeAt: z.nullable(Timestamp),
});
export type SentMessage = z.output<typeof SentMessage>;

/** The messages to a customer, newest first; at most 50. */
export const listCustomerMessages = endpoint('GET', '/api/admin/customers/:id/messages', 'admin', {
  params: IdParams,
  response: z.array(SentMessage),
  errors: [404],
});
