import { v7 as newId } from 'uuid';
import type { z } from 'zod/mini';
import type { createPaymentIntent as endpoint } from '../../../contract/payments.ts';
import { lineOf } from '../../../contract/values/charge-lines.ts';
import { centsOf, centsToText, textToCents } from '../../../contract/values/money.ts';
import { isListedPrice, priceVersion } from '../../../contract/values/prices.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { ProviderPayment } from '../../external/payments/payment-provider.ts';
import { findBooked, findPickupToPay } from '../../pickups/payment-marks.ts';
import { type PricedBooking, priceBooking } from '../../pickups/price-booking.ts';
import { Refusal } from '../../refusal.ts';
import { isServed, requireServed } from '../../service-areas/require-served.ts';
import type { Services } from '../../services.ts';
import { requireRoomForPayment } from '../ceilings/require-room.ts';
import { insertPaymentWithLines } from '../lines/write-lines.ts';
import { type BookingRow, changeDraft, findLivePayment, type PaymentRow, saveBooking } from '../payments.store.ts';
import { abandonPayment, makePayable } from './open-payment.ts';
import { requireShownTerms } from './require-shown-terms.ts';

type Body = z.output<(typeof endpoint)['body']>;
type Draft = Omit<PricedBooking, 'amountCents'> & { priceVersion: number };
type DraftInput = Pick<NonNullable<Body['booking']>, 'draftKey' | 'shownTerms'>;

/**
 * Opens the payment of a draft, of an unpaid pickup, or of a listed price, which says nothing of what it will buy.
 * Another call for the same draft or pickup returns the same intent. Throws 400 (an amount that is not the server's
 * price), 404 (no such pickup of this customer), 409 (already paid, an address that we don't serve, or terms that have
 * changed), 429 (`requireRoomForPayment`). The demo passes no IP address: neither its area nor the number of its
 * payments is checked.
 */
export async function createPaymentIntent(
  services: Services,
  customerId: string,
  body: Body,
  ip?: string,
): Promise<ProviderPayment> {
  const payer = { customerId, ip };
  try {
    return await openFor(services, payer, body);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'payment_canceled') throw error;
    // The open intent was canceled, or the provider doesn't know it: start a new one.
    return await openFor(services, payer, body);
  }
}

interface Payer {
  customerId: string;
  ip: string | undefined;
}

async function openFor(services: Services, payer: Payer, body: Body): Promise<ProviderPayment> {
  if (body.booking) {
    const booking = priceBooking(services, body.booking, body.amount);
    return await openBookingPayment(services, payer, body.booking, booking);
  }
  if (body.pickupId) return await openPickupPayment(services, payer, body.pickupId, body.amount);
  const amountCents = textToCents(body.amount);
  if (amountCents === null || !isListedPrice(amountCents)) {
    throw badAmount("This amount isn't one of our prices.");
  }
  const wanted = newPayment(services, payer.customerId, centsToText(amountCents));
  const payment = await inTransaction(services.db, async (trx) => {
    await requireRoomForPayment(services, trx, payer.customerId, payer.ip);
    return await insertPaymentWithLines(trx, { ...wanted, purpose: 'unassigned' }, [lineOf('other', amountCents)]);
  });
  return (await makePayable(services, payment)).intent;
}

async function openPickupPayment(
  services: Services,
  { customerId, ip }: Payer,
  pickupId: string,
  amount: string | number,
): Promise<ProviderPayment> {
  const pickup = await findPickupToPay(services, services.db, { customerId, pickupId });
  if (textToCents(amount) !== textToCents(pickup.amount)) {
    throw badAmount(`The price of this pickup is $${pickup.amount}.`);
  }
  const payment = await inTransaction(services.db, async (trx) => {
    await findPickupToPay(services, trx, { customerId, pickupId }, 'lock');
    const live = await findLivePayment(trx, { pickupId });
    if (live) return live;
    await requireRoomForPayment(services, trx, customerId, ip);
    const wanted = newPayment(services, customerId, pickup.amount);
    const price = lineOf('pickup', centsOf(pickup.amount));
    return await insertPaymentWithLines(trx, { ...wanted, purpose: 'pickup', pickupId }, [price]);
  });
  return (await makePayable(services, payment)).intent;
}

async function openBookingPayment(
  services: Services,
  payer: Payer,
  { draftKey, shownTerms }: DraftInput,
  priced: PricedBooking,
): Promise<ProviderPayment> {
  const { amountCents: _, ...booked } = priced;
  const draft = { ...booked, priceVersion };
  const { customerId, ip } = payer;
  const { stale, payment } = await inTransaction(services.db, async (trx) => {
    const booking = await saveBooking(trx, { id: newId(), customerId, draftKey, ...draft });
    const live = await findLivePayment(trx, { bookingId: booking.id });
    if (live?.status === 'succeeded') return { stale: undefined, payment: live };
    if (!live && (await findBooked(trx, customerId, draftKey))) throw alreadyBooked();
    if (live) {
      // If we no longer serve the address, the payment is also stale: only closing it shows whether it has been paid.
      const isGood = isSameDraft(booking, draft) && (ip === undefined || (await isServed(trx, draft.address)));
      return { stale: isGood ? undefined : live, payment: live };
    }
    if (ip !== undefined) await requireServed(trx, draft.address);
    requireShownTerms(draft, shownTerms);
    await requireRoomForPayment(services, trx, customerId, ip);
    return { stale: undefined, payment: await startAttempt(services, trx, booking, draft) };
  });
  if (stale) {
    await abandonPayment(services, stale);
    return await openBookingPayment(services, payer, { draftKey, shownTerms }, priced);
  }
  return (await makePayable(services, payment)).intent;
}

async function startAttempt(services: Services, trx: Db, booking: BookingRow, draft: Draft): Promise<PaymentRow> {
  await changeDraft(trx, booking.id, draft, services.clock());
  const wanted = newPayment(services, booking.customerId, draft.amount);
  const price = lineOf('pickup', centsOf(draft.amount));
  return await insertPaymentWithLines(trx, { ...wanted, purpose: 'booking', bookingId: booking.id }, [price]);
}

function badAmount(message: string): Refusal {
  return new Refusal(400, message, { errors: { amount: message } });
}

/** Returns the refusal for a draft whose pickup was cancelled since: a new booking needs its own draft key. */
function alreadyBooked(): Refusal {
  return new Refusal(409, 'This booking was already made. Please start a new one.', { code: 'already_booked' });
}

function isSameDraft(booking: BookingRow, draft: Draft): boolean {
  return (
    booking.address === draft.address &&
    booking.bagCount === draft.bagCount &&
    booking.amount === draft.amount &&
    booking.scheduledDate.getTime() === draft.scheduledDate.getTime() &&
    booking.specialInstructions === draft.specialInstructions
  );
}

function newPayment({ clock }: Services, customerId: string, amount: string) {
  return { id: newId(), customerId, amount, priceVersion, createdAt: clock() };
}
