/** What is paid for: a single pickup, or the first month of a plan. */
export type Purchase = 'pickup' | 'plan';

/** Where the words of the payment dialog depend on it. */
export const purchaseWords: Record<Purchase, { thanks: string; finalising: string; kept: string }> = {
  pickup: {
    thanks: 'Thank you. Your pickup is being booked.',
    finalising: 'Booking your pickup...',
    kept: 'Your payment went through and your booking is kept. Try again now, or later from your dashboard.',
  },
  plan: {
    thanks: 'Thank you. Your plan is being activated.',
    finalising: 'Activating your plan...',
    kept: 'Your payment went through and your plan is kept. Try again now, or later from your dashboard.',
  },
};
