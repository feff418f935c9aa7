import * as z from 'zod/mini';

const message = 'Please enter a time such as 07:00';

/** A New York wall time, HH:MM. */
export const WallTime = z.string({ error: message }).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, message));
