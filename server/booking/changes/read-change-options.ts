import type { z } from 'zod/mini';
import type { ChangeOptionsView } from '../../../contract/booking/changes.ts';
import {
  type ChangeFacts,
  type ChangeOptions,
  changeOptionsOf,
  openDaysOf,
  refundCentsOf,
  whyNoCancel,
  whyNoMove,
} from '../../../contract/values/change-policy.ts';
import { centsToText } from '../../../contract/values/money.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { type Paid, readPaid } from '../../payments/refunds/read-paid.ts';
import { findOwnPickup } from '../../pickups/find-pickup.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import { readChangeFacts } from '../../routing/read-change-facts.ts';
import type { Services } from '../../services.ts';
import { wasMovedByUs } from '../../subscriptions/occurrences/moved-visits.ts';
import { readVisitsAround } from '../../subscriptions/occurrences/read-visits-around.ts';

type Clocked = Pick<Services, 'clock' | 'settings'>;

/** Returns how the customer can change a pickup now, with the exact refund of a cancellation. Throws 404. */
export async function readChangeOptions(
  services: Clocked & Pick<Services, 'db'>,
  customerId: string,
  pickupId: string,
): Promise<z.input<typeof ChangeOptionsView>> {
  const { db } = services;
  const pickup = await findOwnPickup(db, customerId, pickupId);
  const facts = await readChangeFacts(services, db, pickup);
  const paid = await readPaidFor(db, pickup);
  const options = changeOptionsOf(facts);
  const { phase, canMove, refundPercent, until } = options;
  const noCancel = whyNoCancel(facts) ?? (paid?.isDisputed ? disputedText(services) : null);
  return {
    ...{ phase, canMove, canCancel: noCancel === null, refundPercent },
    until: until?.toISOString() ?? null,
    isPlanStop: facts.isPlanStop,
    isSkipCredited: await wasMovedByUs(db, pickup),
    paid: paid && centsToText(paid.paidCents),
    refunded: centsToText(paid?.refundedCents ?? 0),
    refund: centsToText(noCancel === null ? refundOf(options, paid) : 0),
    days: canMove ? await readOpenDays(db, pickup, facts) : [],
    ...{ whyNoMove: whyNoMove(facts), whyNoCancel: noCancel },
    terms: facts.terms,
  };
}

/** Returns what was paid for a pickup; null for an unpaid pickup and for a plan's stop. `lock` works as in `readPaid`. */
export async function readPaidFor(
  db: Db,
  { id, stripePaymentIntentId }: Pick<PickupRow, 'id' | 'stripePaymentIntentId'>,
  lock?: 'lock',
): Promise<Paid | null> {
  return stripePaymentIntentId === null ? null : await readPaid(db, id, lock);
}

/** Returns the refund of a cancellation, in cents. */
export function refundOf({ refundPercent }: ChangeOptions, paid: Paid | null): number {
  return paid ? refundCentsOf(paid, refundPercent) : 0;
}

export async function readOpenDays(db: Db, pickup: PickupRow, facts: ChangeFacts): Promise<DateKey[]> {
  return openDaysOf(facts, await readVisitsAround(db, pickup));
}

export function disputedText({ settings }: Pick<Services, 'settings'>): string {
  return `Your bank is looking into this payment, so we can't refund it here. Please call ${settings.supportPhone}.`;
}
