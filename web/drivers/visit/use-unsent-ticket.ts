import { useOutboxState, waitingOf } from '../outbox/outbox-state.ts';

/** Returns the photo of a visit's ticket that was taken on this phone and is waiting to be sent, or null. */
export function useUnsentTicket(visitId: string): Blob | null {
  const waiting = waitingOf(useOutboxState());
  for (const { pickupId, work } of waiting) {
    if (pickupId === visitId && work.kind === 'ticket') return work.image;
  }
  return null;
}
