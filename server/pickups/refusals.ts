import { type PickupStatus, statusLabels } from '../../contract/pickups.ts';
import { formatDateKey } from '../../contract/values/time/dates.ts';
import { Refusal } from '../refusal.ts';
import type { PickupRow } from './pickup-row.ts';

/** Returns the refusal of a move that the pickup's status doesn't allow. */
export function refuseMove({ status }: Pick<PickupRow, 'status'>, to: PickupStatus): Refusal {
  const is = statusLabels[status].toLowerCase();
  return new Refusal(409, `This pickup is ${is} and can't be changed to ${statusLabels[to].toLowerCase()}.`, {
    code: 'wrong_status',
  });
}

/** Returns the refusal when another request has won the race. */
export function changedMeanwhile(what: 'this pickup' | 'these pickups'): Refusal {
  return new Refusal(409, `Someone else just changed ${what}.`, { code: 'changed_meanwhile' });
}

/** Returns the refusal for a held pickup: it isn't paid, and its cut-off has passed. */
export function notPaid(): Refusal {
  return new Refusal(409, "This pickup isn't paid yet, so nobody can drive it. Resend the payment link.", {
    code: 'not_paid',
  });
}

export function driverNotActive(): Refusal {
  return new Refusal(409, 'This driver is no longer active.');
}

/** Returns the refusal when the reason `other` has no note to explain it. */
export function noteMissing(): Refusal {
  const message = 'Please say in a note what happened.';
  return new Refusal(400, message, { errors: { note: message } });
}

/** Returns the refusal of an undo. Only the person who resolved a pickup can undo that, for two minutes. */
export function cannotUndo(problem: 'not_yours' | 'too_late'): Refusal {
  const message =
    problem === 'not_yours'
      ? 'Someone else has changed this pickup, so only they can undo it.'
      : 'It is too late to undo this: two minutes have passed.';
  return new Refusal(409, message, { code: problem });
}

/** Returns the refusal to reopen a pickup. That is possible only on the day of its completion. */
export function cannotReopen(): Refusal {
  return new Refusal(409, 'A pickup can be reopened only on the day it was completed.', { code: 'too_late' });
}

/** Returns the refusal of a driver's action at a stop whose day hadn't come. */
export function notDue(day: string): Refusal {
  return new Refusal(409, `This stop is on ${formatDateKey(day, 'long')}.`, { code: 'not_due' });
}
