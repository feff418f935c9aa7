import type { OpenPickup } from '../../../contract/accounts/contact.ts';
import { bagsText } from '../../../contract/pickups.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';

/** "Wed, Nov 25 · 8 bags · Plan" */
export function openPickupText({ day, bagCount, isPlanStop }: OpenPickup): string {
  return [day ? formatDateKey(day) : 'No date', bagsText(bagCount), ...(isPlanStop ? ['Plan'] : [])].join(' · ');
}

/** Returns the label of the button that saves a new address. */
export function saveAddressText(moving: number): string {
  return moving === 0 ? 'Save Address Only' : `Save and Move ${pickupsText(moving)}`;
}

/** Returns the hint below the new address, about which pickups move. */
export function moveHint(movable: number, hasPlan: boolean): string {
  const planned = hasPlan ? " Your plan's future pickups will go there too." : '';
  if (movable === 0) return `Your open pickups stay where they are.${planned}`;
  return `Choose which pickups move to this address.${planned}`;
}

/** Returns the text of the toast after saving. */
export function contactSavedText(moved: number): string {
  return moved === 0
    ? 'Your changes are saved.'
    : `Your changes are saved, and ${pickupsText(moved).toLowerCase()} moved to the new address.`;
}

function pickupsText(count: number): string {
  return count === 1 ? '1 Pickup' : `${count} Pickups`;
}

/**
 * Returns true for pickups at the old service address: they move unless the customer chooses otherwise. Pickups booked
 * elsewhere stay.
 */
export function movesByDefault({ whyStays, isAtServiceAddress }: OpenPickup): boolean {
  return whyStays === null && isAtServiceAddress;
}

export interface TypedContact {
  phone: string;
  address: string;
}

/** Returns the fields that saving would change; empty if there are none. */
export function contactChanges(
  typed: TypedContact,
  saved: { phone: string | null; serviceAddress: string | null },
): Partial<TypedContact> {
  const phone = typed.phone.trim();
  const address = typed.address.trim();
  return {
    ...(phone !== (saved.phone ?? '') && { phone }),
    ...(address !== (saved.serviceAddress ?? '') && { address }),
  };
}
