import { useSyncExternalStore } from 'react';
import { currentToast, type ShownToast, subscribeToToasts } from './toast.ts';

/** The current toast, if any. */
export function useToast(): ShownToast | null {
  return useSyncExternalStore(subscribeToToasts, currentToast);
}
