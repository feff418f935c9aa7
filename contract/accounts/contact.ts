import * as z from 'zod/mini';
import { User } from '../accounts.ts';
import { endpoint } from '../endpoint.ts';
import { Phone } from '../values/account-fields.ts';
import { Address, DateKeyText, Id } from '../values/shapes.ts';

/** A customer's phone number and service address, and the open pickups that can move with a change of address. */

/** The maximum number of open pickups in the list. The others keep their address. */
export const maxOpenPickups = 100;

export const OpenPickup = z.object({
  id: Id,
  /** The New York day of service; null until one is set. */
  day: z.nullable(DateKeyText),
  address: z.string(),
  bagCount: z.int(),
  isPlanStop: z.boolean(),
  /** Whether the pickup is at the current service address. */
  isAtServiceAddress: z.boolean(),
  /** A sentence that says why the address can't change (the cut-off has passed); null when it can. */
  whyStays: z.nullable(z.string()),
});
export type OpenPickup = z.output<typeof OpenPickup>;

export const Contact = z.object({
  phone: z.nullable(z.string()),
  /** The plan's service address; without a plan, the account's address. */
  serviceAddress: z.nullable(z.string()),
  /** Whether there is a live plan. Its future stops are made for the service address. */
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
 * Changes the phone number, or the service address of the account and its plan. The pickups in `pickupIds` also move to
 * the new address; all others stay where they are.
 *
 * 409 `cannot_move` names the pickups that may not move: they aren't the customer's, aren't open, or are past their
 * cut-off. Nothing changes then. With `stayIds`, 409 `pickups_changed` when a pickup that can move is in neither list.
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
    /** The number of pickups that moved to the new address. */
    moved: z.int(),
  }),
  errors: [400, 409, 429],
});

/** Changes a driver's or admin's phone number, for texts. `changeContact` shares its limit of 30 calls an hour. */
export const changeMyPhone = endpoint('PATCH', '/api/me/phone', 'staff', {
  body: z.object({ phone: Phone }),
  response: User,
  errors: [400, 429],
});
