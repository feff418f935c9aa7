import { ApiError } from '../../../api/api-error.ts';
import { type OutboxState, waitingOf } from '../outbox-state.ts';

export type StripTone = 'calm' | 'reading' | 'offline' | 'waiting' | 'sent';

export interface StripFacts {
  outbox: Pick<OutboxState, 'actions' | 'isSending' | 'isUnreached' | 'keeps'>;
  isOnline: boolean;
  /** Whether there is a route to show. */
  hasRoute: boolean;
  /** Of the last reading of the route. */
  error: Error | null;
  wasSentLately: boolean;
  /** The route on the screen is old, and the server is being asked for a newer one. */
  isCatchingUp: boolean;
}

/** What the strip says. One thing at a time, the most pressing first; short enough for one line of a phone. */
export function stripOf({ outbox, isOnline, hasRoute, error, wasSentLately, isCatchingUp }: StripFacts): {
  tone: StripTone;
  text: string;
} {
  const waiting = waitingOf(outbox).length;
  if (!isOnline || error || outbox.isUnreached) {
    const why = error instanceof ApiError ? 'The server is not answering.' : 'No signal.';
    if (waiting > 0) return { tone: 'offline', text: `${why} ${waiting} waiting to be sent` };
    return { tone: 'offline', text: hasRoute ? `${why} Your route is on this phone.` : why };
  }
  if (waiting > 0) {
    return { tone: 'waiting', text: outbox.isSending ? `Sending ${waiting}…` : `${waiting} waiting to be sent` };
  }
  if (!outbox.keeps) return { tone: 'offline', text: 'Nothing can be kept on this phone. It works only with signal.' };
  if (isCatchingUp) return { tone: 'reading', text: 'Reading your route…' };
  return wasSentLately ? { tone: 'sent', text: 'All sent' } : { tone: 'calm', text: 'Up to date' };
}
