import type { LiveDay } from '../../contract/pickups/live.ts';
import { incompleteSentence, nextStepOf } from '../../contract/values/incomplete-words.ts';
import { type DateKey, formatDateKey, formatWallTime } from '../../contract/values/time/dates.ts';
import { curbTimeOf, readPickupWindow, spokenTime } from '../../contract/values/time/pickup-window.ts';

/** The texts about the current state of a pickup's day. */

export interface LiveWords {
  readonly title: string;
  readonly text: string;
}

export function liveWords(day: LiveDay): LiveWords {
  const { state, completedAt, reason, stopsBefore } = day;
  switch (state) {
    case 'planned':
      return { title: dayName(day.day), text: plannedText(day) };
    case 'on_route':
      return { title: stopsText(stopsBefore ?? 0), text: onTheWay(day) };
    case 'next':
      return { title: "You're next", text: "Your pickup is the driver's next stop." };
    case 'done': {
      const at = completedAt ? ` at ${formatWallTime(new Date(completedAt))}` : '';
      return { title: 'Done', text: `We picked up your bags${at}.` };
    }
    case 'not_done':
      return {
        title: "We couldn't finish this pickup",
        text: `${incompleteSentence(reason, dayName(day.day))} ${nextStepOf(reason)}`,
      };
    case 'issue':
      return { title: "There's a problem with this pickup", text: "We're looking into it." };
    case 'cancelled':
      return { title: 'Cancelled', text: 'This pickup was cancelled, so nobody will come.' };
    case 'moved':
      return {
        title: `Moved to ${dayName(day.day)}`,
        text: day.day ? plannedText(day) : "We'll let you know the day.",
      };
    case 'on_hold':
      return {
        title: 'On hold',
        text: "This pickup isn't confirmed yet. Open it in your account to see what's missing.",
      };
    case 'late':
      return {
        title: 'Not done yet',
        text: `This pickup was due on ${dayName(day.day)}, and isn't marked as done. If you're still waiting, please call us.`,
      };
  }
}

/** "4 stops before yours" */
export function stopsText(stopsBefore: number): string {
  return `${stopsBefore === 1 ? '1 stop' : `${stopsBefore} stops`} before yours`;
}

/** "Between 8:00 AM and 10:00 AM" */
export function windowText(window: string): string {
  return `Between ${window.replace(' – ', ' and ')}`;
}

function plannedText({ window }: LiveDay): string {
  const advice = `Please have your bags out by ${spokenTime(curbTimeOf(readPickupWindow(window)))}.`;
  return window ? `${windowText(window)}. ${advice}` : advice;
}

function onTheWay({ window }: LiveDay): string {
  return `Your driver is on the way.${window ? ` ${windowText(window)}.` : ''}`;
}

function dayName(day: DateKey | null): string {
  return day ? formatDateKey(day, 'long') : 'a day to be set';
}
