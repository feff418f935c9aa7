import { type Contact, maxOpenPickups } from '../../../contract/accounts/contact.ts';
import { addressKeyOf } from '../../addresses/geocode-rules.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import { listOpenPickups, whyPickupStays } from '../../pickups/places/move-to-address.ts';
import type { Services } from '../../services.ts';
import { findPlanAddress } from '../../subscriptions/manage/change-service-address.ts';
import { findUser } from '../accounts.store.ts';
import { notSignedIn } from '../sign-in/authorize.ts';

type ContactServices = Pick<Services, 'db' | 'clock' | 'settings'>;

/** Returns a customer's phone number, service address and open pickups, with why a pickup can't change its address. */
export async function readContact(services: ContactServices, customerId: string): Promise<Contact> {
  const user = await findUser(services.db, customerId);
  if (!user) throw notSignedIn();
  const plan = await findPlanAddress(services.db, customerId);
  const serviceAddress = plan?.address ?? user.address;
  const pickups = await listOpenPickups(services.db, customerId, maxOpenPickups);
  return {
    phone: user.phone,
    serviceAddress,
    hasPlan: plan !== undefined,
    pickups: pickups.map((pickup) => present(services, pickup, serviceAddress)),
  };
}

function present(services: ContactServices, pickup: PickupRow, serviceAddress: string | null) {
  const { id, scheduledDay: day, address, bagCount, subscriptionId } = pickup;
  const isAtServiceAddress = serviceAddress !== null && addressKeyOf(address) === addressKeyOf(serviceAddress);
  const isPlanStop = subscriptionId !== null;
  return { id, day, address, bagCount, isPlanStop, isAtServiceAddress, whyStays: whyPickupStays(services, pickup) };
}
