import { lasting, untilClosed } from './storage.ts';

/**
 * The key under which this tab stores whose session the server ended, and on which screen. The entry stays until the
 * next sign-in has led back to that screen.
 */
const key = 'stoop.session-ended';
/** The key that tells the other tabs why the token is gone. It is removed again immediately. */
const signalKey = 'stoop.session-end';

interface EndedSession {
  /** Empty if no user was remembered. */
  readonly userId: string;
  readonly address: string;
}

/** A session that the server ended (ACC-81, ACC-82). Signing out leaves nothing here. */
export const endedSession = {
  /** Saves the current screen. `userId`: whose session it was, if known. */
  save(userId: string | undefined): void {
    const ended: EndedSession = { userId: userId ?? '', address: location.pathname + location.search };
    untilClosed.set(key, JSON.stringify(ended));
  },

  /** Returns true if the sign-in page should say that a session has ended. */
  isKnown: (): boolean => read() !== null,

  /** Returns the address at which this user's session ended; null if the session was nobody's or another user's. */
  addressOf(userId: string): string | null {
    const ended = read();
    return ended !== null && ended.userId === userId ? ended.address : null;
  },

  /** Removes the saved screen if it was another user's. Called at a sign-in. */
  keepOnlyFor(userId: string): void {
    if (endedSession.addressOf(userId) === null) endedSession.clear();
  },

  clear: (): void => untilClosed.remove(key),

  /** Call this before the token is removed, so that the other tabs learn the reason first. */
  tellOtherTabs(reason: 'ended' | 'signed-out'): void {
    lasting.set(signalKey, reason);
    lasting.remove(signalKey);
  },

  /** Handles the signal of another tab. `userId`: the user signed in on this tab. */
  onSignal(event: StorageEvent, userId: string | undefined): void {
    if (event.key !== signalKey) return;
    if (event.newValue === 'ended') endedSession.save(userId);
    if (event.newValue === 'signed-out') endedSession.clear();
  },
};

/** Returns null if nothing is stored or the stored data is invalid. */
function read(): EndedSession | null {
  try {
    const { userId, address } = JSON.parse(untilClosed.get(key) ?? '{}') as Record<string, unknown>;
    return typeof userId === 'string' && typeof address === 'string' ? { userId, address } : null;
  } catch {
    return null;
  }
}
