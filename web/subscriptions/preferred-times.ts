/** The times of the day that a customer may prefer; the first is the default (SPEC section 9). */
export const preferredTimes = ['morning', 'afternoon', 'evening'] as const;
