import * as z from 'zod/mini';
import { User } from '../accounts.ts';
import { endpoint } from '../endpoint.ts';
import { Phone } from '../values/account-fields.ts';
import { Address, DateKeyText, Id } from '../values/shapes.ts';

/** A customer's phone number and service address, and the open pickups that can move with a change of address. */

/** More open pickups are not listed; they stay where they are. */
export const maxOpenPickups = 100;

export const OpenPickup = z.object({
  id: Id,
  /** The New York day; null while none is set. */
  day: z.nullable(DateKeyText),
  address: z.string(),
  bagCount: z.int(),
  isPlanStop: z.boolean(),
  /** It is at the present service address. */
  isAtServiceAddress: z.boolean(),
  /** Why it stays at its address, in words: its cut-off has passed. Null when it can move. */
  whyStays: z.nullable(z.string()),
});
export type OpenPickup = z.output<typeof OpenPickup>;

export const Contact = z.object({
  phone: z.nullable(z.string()),
  /** Where the plan is served, else the account's address. */
  serviceAddress: z.nullable(z.string()),
  /** There is a live plan: its later stops are made for the service address. */
  hasPlan: z.boolean(),
  /** The open pickups, the earliest first. */
  pickups: z.array(OpenPickup).check(z.maxLength(maxOpenPickups)),
});
export type Contact = z.output<typeof Contact>;

export const getContact = endpoint('GET', '/api/me/contact', 'customer', { response: Contact, errors: [] });

const tooMany = `Please choose at most ${maxOpenPickups} pickups`;
const Ids = z
  .array(z.uuid({ error: 'Please choose pickups by their ids' }))
  .check(z.maxLength(maxOpenPickups, tooMany));

/**
 * Changes the phone number, or the service address of the account and its plan. The pickups of `pickupIds` move to the address
 * too; all others stay where they are.
 *
 * 409 `cannot_move` names those that may not: not the customer's, not open, or past their cut-off. Then nothing changes at all.
 * With `stayIds`, 409 `pickups_changed` when a pickup that can move is in neither list.
 */
export const changeContact = endpoint('PATCH', '/api/me/contact', 'customer', {
  body: z.object({
    phone: z.optional(Phone),
    address: z.optional(Address),
    pickupIds: z.optional(Ids),
    stayIds: z.optional(Ids),
  }),
  response: z.object({
    user: User,
    contact: Contact,
    /** How many pickups have moved to the address. */
    moved: z.int(),
  }),
  errors: [400, 409, 429],
});

/** Changes the phone number of a driver or an admin, for texts. 30 times an hour, with `changeContact`. */
export const changeMyPhone = endpoint('PATCH', '/api/me/phone', 'staff', {
  body: z.object({ phone: Phone }),
  response: User,
  errors: [400, 429],
});
