import { createContext } from 'react';

/** What the buttons of a stop or visit need to know about the list around it. */
export interface TodayList {
  /** True while presses on Complete are ignored (use-press-guard.ts). */
  isGuarded: boolean;
  /** Returns the ids of the elements that may get the focus when this stop or visit is resolved, by preference. */
  focusTargetsOf: (id: string) => readonly string[];
  onResolved: (id: string) => void;
}

/** A context instead of props, so that each press renders only the few stops with buttons again, not the whole list. */
export const TodayList = createContext<TodayList>({
  isGuarded: false,
  focusTargetsOf: () => [],
  onResolved: () => undefined,
});

/** Returns the id of the element of a stop or visit in today's route. */
export const todayItemId = (id: string): string => `stop-${id}`;
