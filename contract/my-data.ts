import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { existingPassword } from './values/account-fields.ts';
import { AmountInput, DateKeyText, Id, Money, Timestamp } from './values/shapes.ts';

/** A customer's own data: a download of all of it, and the deletion of the account (ACC-85 to ACC-92). */

export const exportFormats = ['json', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const currentPassword = existingPassword('Current password is required');

/** Everything that the account holds: one JSON document, or a ZIP archive with one CSV file for each kind of row. */
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

/** Why an account can't be deleted now. */
export const deletionBlocks = [
  'disputed',
  'owed_month',
  'renewing',
  'under_way',
  'unresolved',
  'payment_open',
] as const;
export type DeletionBlock = (typeof deletionBlocks)[number];

/** More open pickups than anybody has. */
export const maxDeletedPickups = 1000;

/** What deleting the account does now. */
export const DeletionPreview = z.object({
  /** The one-time pickups that are cancelled, the earliest first, each with its exact refund. */
  pickups: z
    .array(
      z.object({
        id: Id,
        /** The New York day; null while none is set. */
        day: z.nullable(DateKeyText),
        address: z.string(),
        bagCount: z.int(),
        /** Null for an unpaid one. */
        paid: z.nullable(Money),
        refund: Money,
      }),
    )
    .check(z.maxLength(maxDeletedPickups)),
  /** The plan that ends immediately; null without one. */
  plan: z.nullable(
    z.object({
      name: z.string(),
      /** The end of the paid time; null when it isn't known. This time isn't refunded. */
      paidUntil: z.nullable(Timestamp),
      /** How many visits that are already planned are cancelled. */
      visits: z.int(),
      /** Its unused credit, which goes back to the card. */
      credit: Money,
    }),
  ),
  /** What was paid and has bought nothing. All of it is refunded. */
  unspent: Money,
  /** The sum of all refunds. The customer sends it back as `expectedRefund`. */
  refund: Money,
  /** What must happen first, in words; empty when the account can be deleted. */
  blocks: z.array(z.object({ code: z.enum(deletionBlocks), message: z.string() })),
});
export type DeletionPreview = z.output<typeof DeletionPreview>;

export const previewDeletion = endpoint('GET', '/api/me/deletion', 'customer', {
  response: DeletionPreview,
  errors: [],
});

/**
 * Deletes the signed-in customer's account, once and for good: open pickups are cancelled, the plan ends, money is refunded as
 * the preview says, every session ends, and personal data is erased. 400 for a wrong password. 409 with the code of a block, and
 * `preview_changed` when other pickups would be cancelled or another sum refunded than the preview said: the new sum is in
 * `errors.expectedRefund`.
 */
export const deleteMyAccount = endpoint('POST', '/api/me/deletion', 'customer', {
  confirmsAgain: true,
  body: z.object({
    currentPassword,
    expectedRefund: AmountInput,
    /** The pickups of the preview. */
    expectedPickupIds: z
      .array(z.uuid({ error: 'Please name pickups by their ids' }))
      .check(z.maxLength(maxDeletedPickups, 'Please name fewer pickups')),
  }),
  response: z.object({ message: z.string() }),
  errors: [400, 409, 429],
});
