import type { BookingInput } from '../../contract/pickups.ts';
import { centsToText, textToCents } from '../../contract/values/money.ts';
import { priceOfBags } from '../../contract/values/prices.ts';
import { serviceTypeOf } from '../../contract/values/time/booking-dates.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { storedTerms } from './change-terms.ts';
import { checkBookingDate } from './rules.ts';

export interface PricedBooking {
  address: string;
  bagCount: number;
  amountCents: number;
  amount: string;
  serviceType: 'one-time' | 'same-day' | 'next-day';
  scheduledDate: Date;
  specialInstructions: string | null;
  /** With `lateRefundPercent`, the terms of the booking. */
  changeCutoff: string;
  lateRefundPercent: number;
}

/**
 * Checks a customer's booking and sets its price, type and terms. Throws 400 for a date that can't be booked, for more
 * bags than are sold online, and for an amount that differs from the server's price.
 */
export function priceBooking(
  services: Pick<Services, 'clock' | 'settings'>,
  wanted: BookingInput,
  offeredAmount: string | number,
): PricedBooking {
  const { settings } = services;
  const now = services.clock();
  const amountCents = priceOfBags(wanted.bagCount);
  if (amountCents === null) {
    throw badField('bagCount', `For more than 25 bags, please call ${settings.supportPhone} for a quote.`);
  }
  const date = checkBookingDate(wanted.scheduledDate, now, settings.sameDayCutoff ?? null);
  if (!date.ok) throw badField('scheduledDate', date.message);
  if (textToCents(offeredAmount) !== amountCents) {
    throw badField('amount', `The price of this pickup is $${centsToText(amountCents)}.`);
  }
  return {
    address: wanted.address,
    bagCount: wanted.bagCount,
    amountCents,
    amount: centsToText(amountCents),
    serviceType: serviceTypeOf(date.instant, now),
    scheduledDate: date.instant,
    specialInstructions: wanted.specialInstructions || null,
    ...storedTerms(settings),
  };
}

function badField(field: string, message: string): Refusal {
  return new Refusal(400, message, { errors: { [field]: message } });
}
