import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';

/**
 * Runs before each file of code and stories (vitest.config.ts). Tests use the real clock unless they set one. If New
 * York's day ended during the file, a pickup booked for today would suddenly be overdue. So a file that might run past
 * midnight waits until the next day has begun. Tests of what happens at midnight set the clock themselves.
 */

/** The longest time that a file takes on a slow machine, plus the few minutes by which some tests set a clock ahead. */
const longestFileMs = 10 * 60_000;

const now = new Date();
const untilMidnightMs = instantOf(addDays(dateKeyOf(now), 1), '00:00').getTime() - now.getTime();
if (untilMidnightMs < longestFileMs) await sleep(untilMidnightMs + 1_000);
