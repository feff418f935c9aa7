import type { RateLimit } from '../rate-limits/rules.ts';

/** Per person. A form filled in slowly takes a dozen lookups, and every lookup costs the operator money. */
export const lookupLimit: RateLimit = { name: 'addresses', limit: 120, windowMs: 5 * 60_000 };
