/** The values of a stop that leaves its route for another driver or date. Its old driver's work no longer counts. */
export const unrouted = {
  routeId: null,
  routeOrder: null,
  estimatedArrival: null,
  pickupWindow: null,
  isPinned: false,
  countedBags: null,
  settledAt: null,
  resolvedBy: null,
  resolvedAt: null,
} as const;
