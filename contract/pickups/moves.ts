import * as z from 'zod/mini';
import { IncompleteReason, maxNoteLength } from '../drivers.ts';
import { endpoint } from '../endpoint.ts';
import { AdminPickup, Pickup } from '../pickups.ts';
import { IdParams, requiredText } from '../values/shapes.ts';
import { PhoneTime } from '../values/time/phone-time.ts';

/** How an admin resolves a pickup, and how admins and drivers undo that. */

/** Clients may send the new status. The endpoint determines it, and refuses any other. */
const status = z.optional(z.string());
const noteTooLong = 'The note must be less than 500 characters';
/** A note for the dispatcher about what happened. It is appended to the driver's notes. */
const note = z.nullish(z.string().check(z.trim(), z.maxLength(maxNoteLength, noteTooLong)));

/** Completes a pickup. For a plan's stop, `nextWeekPickups` are the stops created next. */
export const completePickup = endpoint('PATCH', '/api/admin/complete-pickup/:id', 'admin', {
  params: IdParams,
  body: z.optional(z.object({ status })),
  response: z.extend(AdminPickup, { nextWeekPickups: z.array(Pickup) }),
  errors: [400, 404, 409],
});

export const reportIssue = endpoint('PATCH', '/api/admin/pickup-issue/:id', 'admin', {
  params: IdParams,
  body: z.optional(z.object({ status, note })),
  response: AdminPickup,
  errors: [400, 404, 409],
});

/** Marks a pickup incomplete. The customer can read the reason. 400 for the reason `other` without a note. */
export const markIncomplete = endpoint('PATCH', '/api/admin/pickup-incomplete/:id', 'admin', {
  params: IdParams,
  body: z.optional(z.object({ status, note, reason: z.nullish(IncompleteReason) })),
  response: AdminPickup,
  errors: [400, 404, 409],
});

/**
 * Undoes the caller's own completion, issue or incomplete within two minutes of the press (`undoUntil`). The pickup
 * returns to its driver. A repeated call changes nothing. 409 when somebody else resolved the pickup (`not_yours`),
 * after the two minutes (`too_late`), or when its status has changed since (`wrong_status`).
 */
export const undoPickup = endpoint('POST', '/api/admin/pickups/:id/undo', 'admin', {
  params: IdParams,
  response: AdminPickup,
  errors: [404, 409],
});

/**
 * Undoes a press on a driver's own stop, as `undoPickup` does. A repeated `Idempotency-Key` changes nothing for 30
 * days. `pressKey` is the key of the press to undo. From then on that press changes nothing, even if it arrives for the
 * first time after the undo, so an undo that arrives before its press succeeds.
 *
 * 404 for another driver's stop.
 */
export const undoStop = endpoint('POST', '/api/driver/pickups/:id/undo', 'driver', {
  params: IdParams,
  body: z.optional(
    z.object({
      pressKey: z.optional(z.string().check(z.maxLength(255, 'The key is too long.'))),
      /**
       * When the driver pressed Undo and when the phone sent the request, by the phone's clock. The two minutes are
       * measured by it.
       */
      pressedAt: z.optional(PhoneTime),
      sentAt: z.optional(PhoneTime),
    }),
  ),
  response: Pickup,
  errors: [400, 404, 409],
});

/** Reverses a completion of today, whoever made it. The trail keeps the reason. 409 on a later day (`too_late`). */
export const reopenPickup = endpoint('POST', '/api/admin/pickups/:id/reopen', 'admin', {
  params: IdParams,
  body: z.object({
    reason: requiredText('Please give a reason', 500, 'The reason must be less than 500 characters'),
  }),
  response: AdminPickup,
  errors: [400, 404, 409],
});
