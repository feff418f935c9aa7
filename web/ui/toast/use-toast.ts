import { useSyncExternalStore } from 'react';
import { currentToast, type ShownToast, subscribeToToasts } from './toast.ts';

/** The toast on the screen, if there is one. */
export function useToast(): ShownToast | null {
  return useSyncExternalStore(subscribeToToasts, currentToast);
}
