import { createContext } from 'react';

/** What a stop's buttons need of the list around it. */
export interface TodayList {
  /** Presses on Complete are ignored for now (use-press-guard.ts). */
  isGuarded: boolean;
  /** The ids of the elements that may get the focus when this stop is resolved, by preference. */
  focusTargetsOf: (stopId: string) => readonly string[];
  onResolved: (stopId: string) => void;
}

/** Not props: it changes with every press, and only the few stops with buttons render again. */
export const TodayList = createContext<TodayList>({
  isGuarded: false,
  focusTargetsOf: () => [],
  onResolved: () => undefined,
});
