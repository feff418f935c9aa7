import { type OutboxState, waitingOf } from './outbox-state.ts';

/** How many stops have something waiting: a stop with a photo and a note is one stop to the driver. */
export function unsentStops(state: Pick<OutboxState, 'actions'>): number {
  return new Set(waitingOf(state).map(({ pickupId }) => pickupId)).size;
}

/** "2 stops have not been sent yet", or null. */
export function unsentStopsText(state: Pick<OutboxState, 'actions'>): string | null {
  const count = unsentStops(state);
  if (count === 0) return null;
  return count === 1 ? '1 stop has not been sent yet' : `${count} stops have not been sent yet`;
}

/** For the sign-in page, which knows no driver and opens no database. */
export function unsentSentence(stops: number): string {
  return stops === 1
    ? '1 stop waits on this phone. It is sent when its driver signs in again.'
    : `${stops} stops wait on this phone. They are sent when their driver signs in again.`;
}
