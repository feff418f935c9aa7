import { promisedWindowText } from '../database/promised-window.ts';
import { unrouted } from './unrouted.ts';

/** `unrouted` for a stop that stays on its day: its customer goes by the window that was promised. */
export const unroutedOnDay = { ...unrouted, pickupWindow: promisedWindowText } as const;
