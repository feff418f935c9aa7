import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Id, IdParams, Timestamp } from '../values/shapes.ts';

/** How a message reaches a person who may choose it: `push` is a notification of the browser, `sms` a text message. */
export const channels = ['email', 'push', 'sms'] as const;
export type Channel = (typeof channels)[number];
/** Also `bell`, the list of notifications in the app, which nobody switches off. */
const messageChannels = [...channels, 'bell'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** Kinds of messages to dispatchers. */
export const staffMessageKinds = ['new-problem', 'same-day-request'] as const;
/** Kinds of messages that tell of a pickup, which people may switch on and off for each channel. */
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
 * Kinds of messages that are always emailed, and leave by no other channel. A receipt is also how a paid booking is confirmed.
 */
const mailMessageKinds = [
  ...(['receipt', 'payment-link', 'past-due', 'unused-refund', 'missed-report', 'invitation'] as const),
  // To somebody on the waiting list, who has no account.
  'area-open',
  ...accountMessageKinds,
] as const;
export type MailMessageKind = (typeof mailMessageKinds)[number];
/** Also `notice`: what the bell says. It has its words and its title with it. */
const messageKinds = [...pickupMessageKinds, ...mailMessageKinds, 'notice'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Whether a message is always emailed, and leaves by no other channel. */
export const isMail = (kind: MessageKind): kind is MailMessageKind =>
  (mailMessageKinds as readonly MessageKind[]).includes(kind);

/** What each kind is called: in staff's list, and as the title of a notification. */
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
  'unused-refund': 'Refund of an unused payment',
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
  /** Of a notice; null for the other kinds, and after its recipient's account was deleted. */
  title: z.nullable(z.string()),
  /** Null for what isn't about a pickup. */
  pickupId: z.nullable(Id),
  /**
   * `waiting`: it isn't due yet, or is being tried. `dropped`: it was no longer true, or the recipient doesn't get it this way.
   * `delivered`: a text that the phone has received, which is known of texts only.
   */
  outcome: z.enum(['sent', 'delivered', 'waiting', 'dropped', 'failed']),
  /** Why it was dropped, or why it failed. */
  reason: z.nullable(z.string()),
  createdAt: Timestamp,
  /** When it was sent, dropped or given up; null while it waits. */
  outcomeAt: z.nullable(Timestamp),
});
export type SentMessage = z.output<typeof SentMessage>;

/** The messages to a customer, newest first; at most 50. */
export const listCustomerMessages = endpoint('GET', '/api/admin/customers/:id/messages', 'admin', {
  params: IdParams,
  response: z.array(SentMessage),
  errors: [404],
});
