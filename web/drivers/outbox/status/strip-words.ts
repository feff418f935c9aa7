import { ApiError } from '../../../api/api-error.ts';
import { hasSignal, type OutboxState, waitingOf } from '../outbox-state.ts';

export type StripTone = 'calm' | 'reading' | 'offline' | 'waiting' | 'sent';

export interface StripFacts {
  outbox: Pick<OutboxState, 'actions' | 'isSending' | 'isUnreached' | 'canSave'>;
  isOnline: boolean;
  hasRoute: boolean;
  error: Error | null;
  wasSentLately: boolean;
  /** True if the route on the screen is old and a newer one is loading. */
  isCatchingUp: boolean;
}

/** Returns the strip's text and tone: only the most urgent fact, short enough for one line on a phone. */
export function stripOf({ outbox, isOnline, hasRoute, error, wasSentLately, isCatchingUp }: StripFacts): {
  tone: StripTone;
  text: string;
} {
  const waiting = waitingOf(outbox).length;
  if (!hasSignal({ outbox, isOnline, error })) {
    const why = error instanceof ApiError ? "The server isn't responding." : 'No signal.';
    if (waiting > 0) return { tone: 'offline', text: `${why} ${waiting} waiting to be sent` };
    return { tone: 'offline', text: hasRoute ? `${why} Your route is saved on this phone.` : why };
  }
  if (!outbox.canSave) {
    const text = "This phone's storage is full or blocked.";
    return { tone: 'offline', text: waiting > 0 ? `${text} ${waiting} waiting to be sent` : text };
  }
  if (waiting > 0) {
    return { tone: 'waiting', text: outbox.isSending ? `Sending ${waiting}…` : `${waiting} waiting to be sent` };
  }
  if (isCatchingUp) return { tone: 'reading', text: 'Loading your route…' };
  return wasSentLately ? { tone: 'sent', text: 'All sent' } : { tone: 'calm', text: 'Up to date' };
}
