import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/dates.ts';

/**
 * Before each file of stories, and of tests of the app. They go by the real clock where they set none, and what was booked for
 * today is overdue a moment later when New York's day ends in the middle of one: it then begins on the next day. How a day ends
 * is told where the clock can be set.
 */

/** Longer than any file takes on a slow machine; one sets the clock of its phone three minutes ahead. */
const longestFileMs = 10 * 60_000;

const now = new Date();
const untilMidnightMs = instantOf(addDays(dateKeyOf(now), 1), '00:00').getTime() - now.getTime();
if (untilMidnightMs < longestFileMs) await sleep(untilMidnightMs + 1_000);
