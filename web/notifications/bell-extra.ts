import { createContext } from 'react';
import type { Elements } from '../ui/elements.ts';

/** The parts that a role's frame adds to the bell. */
export interface BellExtra {
  /** Shown on the bell in place of the number of unread notifications, so that there is one number. */
  readonly count: number;
  /** The count in words for screen readers; null for none. */
  readonly label: string | null;
  /** Shown above the notifications in the panel. */
  readonly panel: Elements;
}

export const BellExtraContext = createContext<BellExtra | null>(null);
