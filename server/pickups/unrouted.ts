/** A stop that changes driver or date leaves its route; what its old driver did there, and when, no longer counts. */
export const unrouted = {
  routeId: null,
  routeOrder: null,
  estimatedArrival: null,
  pickupWindow: null,
  isPinned: false,
  settledAt: null,
  resolvedBy: null,
  resolvedAt: null,
} as const;
