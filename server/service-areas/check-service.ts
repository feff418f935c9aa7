import { zipCodeOf } from '../../contract/values/zip-code.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import type { Services } from '../services.ts';
import { isZipServed } from './store.ts';

/** Per IP address. A form that is filled in slowly asks a few times. */
export const checkLimit: RateLimit = { name: 'service-check', limit: 120, windowMs: 5 * 60_000 };

/** Whether we serve an address, or a ZIP code alone. Throws 429. */
export async function checkService(
  services: Pick<Services, 'db' | 'clock'>,
  address: string,
  ip: string,
): Promise<{ zip: string | null; isServed: boolean }> {
  await limitAttempts(services, checkLimit, ip);
  // Alone, five digits aren't a house number.
  const zip = /^\d{5}(?=-\d{4}$|$)/.exec(address)?.[0] ?? zipCodeOf(address);
  return { zip, isServed: zip === null || (await isZipServed(services.db, zip)) };
}
