import { AddressLookupError } from '../external/geocoding/address-lookup.ts';
import { limitAttempts, limitByKey } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';

/** The limit per person. Filling in a form slowly takes a dozen lookups, and every lookup costs the operator money. */
export const lookupLimit: RateLimit = { name: 'addresses', limit: 120, windowMs: 5 * 60_000 };

/** The limit per IP address of visitors who register. It is lower than that of a signed-in person. */
export const visitorLookupLimit: RateLimit = { name: 'visitor-addresses', limit: 60, windowMs: 5 * 60_000 };

/** The limit for all visitors together, so that many IP addresses can't run up the operator's bill. */
export const allVisitorsLookupLimit: RateLimit = {
  name: 'all-visitors-addresses',
  limit: 1_500,
  windowMs: 60 * 60_000,
};

type LookupServices = Pick<Services, 'db' | 'clock' | 'addresses' | 'log'>;

/**
 * Suggests addresses for the text that a person has typed so far. Booking doesn't depend on suggestions. Throws 404
 * when no lookup is configured, 429 over the limit, and 503 when the lookup fails.
 */
export async function suggestAddresses(services: LookupServices, personId: string, text: string): Promise<string[]> {
  return await lookUp(services, text, () => limitByKey(services, lookupLimit, personId));
}

/** Does the same as `suggestAddresses` for a visitor who registers, limited by IP address. */
export async function suggestVisitorAddresses(services: LookupServices, ip: string, text: string): Promise<string[]> {
  return await lookUp(services, text, async () => {
    await limitAttempts(services, visitorLookupLimit, ip);
    await limitByKey(services, allVisitorsLookupLimit, 'all');
  });
}

async function lookUp(
  { addresses, log }: LookupServices,
  text: string,
  requireRoom: () => Promise<void>,
): Promise<string[]> {
  if (!addresses) throw new Refusal(404, 'Address suggestions are off.', { code: 'no_address_lookup' });
  await requireRoom();
  try {
    return await addresses.suggest(text);
  } catch (error) {
    if (!(error instanceof AddressLookupError)) throw error;
    log.warn({ reason: error.message }, 'the address lookup failed');
    throw new Refusal(503, "We can't suggest addresses right now. Please type yours in full.", {
      code: 'address_lookup_failed',
    });
  }
}
