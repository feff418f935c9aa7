import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { existingPassword } from './values/account-fields.ts';
import { AmountInput, DateKeyText, Id, Money, Timestamp } from './values/shapes.ts';

/** A customer's own data: a download of all of it, and the deletion of the account (ACC-85 to ACC-92). */

export const exportFormats = ['json', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const currentPassword = existingPassword('Current password is required');

/** Downloads all data of the account: one JSON document, or a ZIP archive with one CSV file for each kind of row. */
export const exportMyData = endpoint('POST', '/api/me/data', 'customer', {
  confirmsAgain: true,
  body: z.object({
    currentPassword,
    format: z.enum(exportFormats, { error: 'Format must be json or csv' }),
  }),
  download: { types: ['application/json', 'application/zip'] },
  response: z.never(),
  errors: [400, 429],
});

/** The reasons why an account can't be deleted now. */
export const deletionBlocks = [
  'disputed',
  'owed_month',
  'renewing',
  'under_way',
  'unresolved',
  'payment_open',
] as const;
export type DeletionBlock = (typeof deletionBlocks)[number];

/** A limit well above any customer's number of open pickups. */
export const maxDeletedPickups = 1000;

/** The effects of deleting the account now. */
export const DeletionPreview = z.object({
  /** The one-time pickups that are cancelled, earliest first, each with its exact refund. */
  pickups: z
    .array(
      z.object({
        id: Id,
        /** The New York day of service; null until one is set. */
        day: z.nullable(DateKeyText),
        address: z.string(),
        bagCount: z.int(),
        /** Null for an unpaid pickup. */
        paid: z.nullable(Money),
        refund: Money,
      }),
    )
    .check(z.maxLength(maxDeletedPickups)),
  /** The plan that ends immediately; null without one. */
  plan: z.nullable(
    z.object({
      name: z.string(),
      /** The end of the paid month; null when unknown. The rest of the month isn't refunded. */
      paidUntil: z.nullable(Timestamp),
      /** The number of visits with a stop, which are cancelled. */
      visits: z.int(),
      /** The unused credit, which is refunded to the card. */
      credit: Money,
    }),
  ),
  /** The sum of payments that have bought nothing. All of it is refunded. */
  unspent: Money,
  /** The sum of all refunds. The customer sends it back as `expectedRefund`. */
  refund: Money,
  /** Sentences that say what must happen first; empty when the account can be deleted. */
  blocks: z.array(z.object({ code: z.enum(deletionBlocks), message: z.string() })),
});
export type DeletionPreview = z.output<typeof DeletionPreview>;

export const previewDeletion = endpoint('GET', '/api/me/deletion', 'customer', {
  response: DeletionPreview,
  errors: [],
});

/**
 * Permanently deletes the signed-in customer's account: cancels open pickups, ends the plan, makes the refunds of the
 * preview, ends every session and erases personal data. 400 for a wrong password. 409 with the code of a block. 409
 * `preview_changed` when the pickups or the refund differ from the preview; `errors.expectedRefund` is then the new
 * sum.
 */
export const deleteMyAccount = endpoint('POST', '/api/me/deletion', 'customer', {
  confirmsAgain: true,
  body: z.object({
    currentPassword,
    expectedRefund: AmountInput,
    /** The ids of the preview's pickups. */
    expectedPickupIds: z
      .array(z.uuid({ error: 'Please name pickups by their ids' }))
      .check(z.maxLength(maxDeletedPickups, 'Please name fewer pickups')),
  }),
  response: z.object({ message: z.string() }),
  errors: [400, 409, 429],
});
