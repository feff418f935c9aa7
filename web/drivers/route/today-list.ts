import { createContext } from 'react';

/** What the buttons of a stop or visit need to know about the list around it. */
export interface TodayList {
  /** Presses on Complete are ignored for now (use-press-guard.ts). */
  isGuarded: boolean;
  /** Returns the ids of the elements that may get the focus when this stop or visit is resolved, by preference. */
  focusTargetsOf: (id: string) => readonly string[];
  onResolved: (id: string) => void;
}

/** A context and not props: it changes with every press, and only the few stops with buttons render again. */
export const TodayList = createContext<TodayList>({
  isGuarded: false,
  focusTargetsOf: () => [],
  onResolved: () => undefined,
});

/** Returns the id of the element of a stop or visit in today's route. */
export const todayItemId = (id: string): string => `stop-${id}`;
