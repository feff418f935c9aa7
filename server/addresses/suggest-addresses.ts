import { AddressLookupError } from '../external/geocoding/address-lookup.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';

/** Per person. A form filled in slowly takes a dozen lookups, and every lookup costs the operator money. */
export const lookupLimit: RateLimit = { name: 'addresses', limit: 120, windowMs: 5 * 60_000 };

/**
 * Suggests addresses for what a person has typed so far. A refusal doesn't stop a booking: the person types on. Throws 404 when
 * no lookup is configured, 429, and 503 when it fails.
 */
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
