import type { RateLimit } from '../accounts/rules.ts';

/** How often one person may ask: a form filled in slowly takes a dozen, and every question costs the operator money. */
export const lookupLimit: RateLimit = { name: 'addresses', limit: 120, windowMs: 5 * 60_000 };
