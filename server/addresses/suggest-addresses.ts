import { limitAttempts } from '../accounts/limit-attempts.ts';
import { AddressLookupError } from '../external/geocoding/address-lookup.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { lookupLimit } from './rules.ts';

/** Addresses for what somebody has typed so far. Whoever cannot be helped types on: no refusal here stops a booking. */
export async function suggestAddresses(
  services: Pick<Services, 'db' | 'clock' | 'addresses' | 'log'>,
  personId: string,
  text: string,
): Promise<string[]> {
  const { addresses, log } = services;
  if (!addresses) throw new Refusal(404, 'Addresses are not looked up here.', { code: 'no_address_lookup' });
  await limitAttempts(services, lookupLimit, personId);
  try {
    return await addresses.suggest(text);
  } catch (error) {
    if (!(error instanceof AddressLookupError)) throw error;
    log.warn({ reason: error.message }, 'the address lookup failed');
    throw new Refusal(503, 'We cannot suggest addresses at the moment. Please type yours in full.', {
      code: 'address_lookup_failed',
    });
  }
}
