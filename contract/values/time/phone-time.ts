import * as z from 'zod/mini';

/** An instant by a phone's clock. An invalid value is treated as missing instead of refused. */
export const PhoneTime = z.catch(z.string(), '');
