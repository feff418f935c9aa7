import * as z from 'zod/mini';

/** An instant by a phone's clock. An invalid one is treated as missing and refuses nothing. */
export const PhoneTime = z.catch(z.string(), '');
