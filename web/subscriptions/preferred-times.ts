/** The times of the day that a customer may prefer; the first is the default (PRICE-4). */
export const preferredTimes = ['morning', 'afternoon', 'evening'] as const;
