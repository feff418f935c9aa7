import type { User } from '../../contract/accounts.ts';
import { getMyPickup } from '../../contract/booking/pickup-page.ts';
import type { Pickup } from '../../contract/pickups.ts';
import { bagTiers, defaultBagTier } from '../../contract/values/prices.ts';
import { call } from '../api/call.ts';
import { serverNow } from '../api/server-clock.ts';
import { toast, toastFailure } from '../ui/toast/toast.ts';
import { type BookingDraft, loadDraft, newDraft, saveDraft } from './booking-draft.ts';

/**
 * Stores a draft like the pickup with this id, for the booking wizard to open. Returns false, with a toast, when the
 * pickup can't be loaded or another draft is being paid.
 */
export async function prepareBookAgain(pickupId: string, customer: User): Promise<boolean> {
  if (loadDraft(customer.id)?.isSubmitted) {
    toast({
      title: 'Finish your last booking first',
      description: 'Its payment was started. Finish or discard it on this page.',
      variant: 'destructive',
    });
    return false;
  }
  try {
    const { pickup } = await call(getMyPickup, { params: { id: pickupId } });
    saveDraft(draftLike(pickup, customer, serverNow()));
    return true;
  } catch (error) {
    toastFailure(error, 'Please try again.', "Couldn't open that pickup");
    return false;
  }
}

/**
 * Returns a new draft with the bags, address and instructions of a pickup. The bags of a plan's stop become the
 * smallest tier that fits them.
 */
export function draftLike(
  pickup: Pick<Pickup, 'bagCount' | 'address' | 'specialInstructions'>,
  customer: Pick<User, 'id' | 'address'>,
  now: Date,
): BookingDraft {
  const tier = bagTiers.find(({ bags }) => bags >= pickup.bagCount) ?? defaultBagTier;
  return {
    ...newDraft(customer, now),
    bagCount: tier.bags,
    address: pickup.address,
    specialInstructions: pickup.specialInstructions ?? '',
  };
}
