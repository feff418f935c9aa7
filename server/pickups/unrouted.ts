import { promisedWindowText } from '../database/promised-window.ts';

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

/** The same for a stop that stays on its day: its customer goes by the window that was promised. */
export const unroutedOnDay = { ...unrouted, pickupWindow: promisedWindowText } as const;
