import { zipCodeOf } from '../../contract/values/zip-code.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import type { Services } from '../services.ts';
import { isZipServed } from './service-areas.store.ts';

/** Limit per IP address. A form may check several times while a person fills it in. */
export const checkLimit: RateLimit = { name: 'service-check', limit: 120, windowMs: 5 * 60_000 };

/**
 * Returns the ZIP code of an address, or of a bare ZIP code, and whether we serve it. An address without a readable ZIP
 * code counts as served. Throws 429.
 */
export async function checkService(
  services: Pick<Services, 'db' | 'clock'>,
  address: string,
  ip: string,
): Promise<{ zip: string | null; isServed: boolean }> {
  await limitAttempts(services, checkLimit, ip);
  // `zipCodeOf` takes leading digits for a house number, but five digits alone are a ZIP code.
  const zip = /^\d{5}(?=-\d{4}$|$)/.exec(address)?.[0] ?? zipCodeOf(address);
  return { zip, isServed: zip === null || (await isZipServed(services.db, zip)) };
}
