import { promisedWindowText } from '../database/promised-window.ts';
import { unrouted } from './unrouted.ts';

/** Like `unrouted`, for a stop that stays on its day: it keeps the promised window, which its customer relies on. */
export const unroutedOnDay = { ...unrouted, pickupWindow: promisedWindowText } as const;
