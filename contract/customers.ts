import * as z from 'zod/mini';
import { User } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { BillingItem, BillingSummary } from './payments.ts';
import { AdminPickup, BookingInput } from './pickups.ts';
import { AdminSubscription } from './subscriptions.ts';
import { Email, FirstName, LastName, Phone } from './values/account-fields.ts';
import { Address, AmountInput, Id, IdParams, ListQuery, requiredText, Timestamp } from './values/shapes.ts';

/** A customer as staff sees them. */
export const CustomerFile = z.object({
  customer: User,
  /** False until the customer has used the emailed link to set a password. */
  hasPassword: z.boolean(),
  /** The live plan; without one, the plan that ended last. */
  subscription: z.nullable(AdminSubscription),
  billing: BillingSummary,
});
export type CustomerFile = z.output<typeof CustomerFile>;

/** Returns a customer's page. The trail records the view, at most once an hour for each admin. */
export const getCustomer = endpoint('GET', '/api/admin/customers/:id', 'admin', {
  params: IdParams,
  response: CustomerFile,
  errors: [404],
});

const CustomerQuery = z.pick(ListQuery, { limit: true, cursor: true });

/** `upcoming` are pending and assigned pickups, earliest first; `past` are all others, latest first. */
export const listCustomerPickups = endpoint('GET', '/api/admin/customers/:id/pickups', 'admin', {
  params: IdParams,
  query: z.extend(CustomerQuery, { when: z.enum(['upcoming', 'past'], { error: 'When must be upcoming or past' }) }),
  response: z.array(AdminPickup),
  errors: [400, 404],
});

/** One page of a customer's billing history, as the customer sees it. */
export const listCustomerBilling = endpoint('GET', '/api/admin/customers/:id/billing', 'admin', {
  params: IdParams,
  query: z.extend(CustomerQuery, { status: ListQuery.shape.status }),
  response: z.array(BillingItem),
  errors: [400, 404],
});

export const maxNoteLength = 1000;

/** A note about a customer that only staff sees. */
export const CustomerNote = z.object({
  id: Id,
  text: z.string(),
  /** The author's name. */
  author: z.string(),
  createdAt: Timestamp,
});
export type CustomerNote = z.output<typeof CustomerNote>;

/** The notes about a customer, newest first; at most 200. */
export const listCustomerNotes = endpoint('GET', '/api/admin/customers/:id/notes', 'admin', {
  params: IdParams,
  response: z.array(CustomerNote),
  errors: [404],
});

/** Adds a note. `noteKey` turns a double click into one note. */
export const addCustomerNote = endpoint('POST', '/api/admin/customers/:id/notes', 'admin', {
  params: IdParams,
  body: z.object({
    text: requiredText('Please write a note', maxNoteLength, 'Notes must be at most 1000 characters'),
    noteKey: z.uuid({ error: 'Please try again.' }).check(z.toLowerCase()),
  }),
  response: CustomerNote,
  status: 201,
  errors: [400, 404, 409],
});

/** Removes a note. 404 when another admin has removed it. */
export const removeCustomerNote = endpoint('DELETE', '/api/admin/customers/:id/notes/:noteId', 'admin', {
  params: z.object({ id: Id, noteId: Id }),
  response: z.object({ success: z.literal(true) }),
  errors: [404],
});

export const AddCustomerBody = z.object({
  firstName: FirstName,
  lastName: LastName,
  email: Email,
  phone: Phone,
  address: Address,
});

/**
 * Adds a customer who called. The account has no password; an emailed link sets one within 7 days. 409 `email_taken`
 * when the email already has an account; for a customer's account, `errors.customerId` is its id.
 */
export const addCustomer = endpoint('POST', '/api/admin/customers', 'admin', {
  body: AddCustomerBody,
  response: User,
  status: 201,
  errors: [400, 409],
});

/**
 * Books a pickup for a customer who called, at the price and under the rules of the customer's own bookings, and emails
 * a payment link. A repeated call with the same Idempotency-Key returns the same booking.
 */
export const bookForCustomer = endpoint('POST', '/api/admin/customers/:id/pickups', 'admin', {
  params: IdParams,
  body: z.extend(BookingInput, { amount: AmountInput }),
  response: AdminPickup,
  status: 201,
  errors: [400, 404, 409, 429],
});

/** Emails the payment link of an unpaid pickup again. 409 when there is nothing to pay. */
export const sendPaymentLink = endpoint('POST', '/api/admin/pickups/:id/payment-link', 'admin', {
  params: IdParams,
  response: z.object({ email: z.string() }),
  errors: [404, 409, 429],
});
