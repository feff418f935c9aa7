import { createContext } from 'react';

/** What the buttons of a stop or a visit need of the list around it. */
export interface TodayList {
  /** Presses on Complete are ignored for now (use-press-guard.ts). */
  isGuarded: boolean;
  /** The ids of the elements that may get the focus when this one is resolved, by preference. */
  focusTargetsOf: (id: string) => readonly string[];
  onResolved: (id: string) => void;
}

/** Not props: it changes with every press, and only the few stops with buttons render again. */
export const TodayList = createContext<TodayList>({
  isGuarded: false,
  focusTargetsOf: () => [],
  onResolved: () => undefined,
});

/** The id of the element of a stop or a visit of today's route. */
export const todayItemId = (id: string): string => `stop-${id}`;
