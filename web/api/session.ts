import type { User } from '../../contract/accounts.ts';
import { pages } from '../../contract/pages.ts';
import { endedSession } from './ended-session.ts';
import { returnPath } from './return-path.ts';
import { lasting } from './storage.ts';

const tokenKey = 'token';
const userKey = 'user';

/** Public pages. Being signed out does not redirect from them, so that form input is not lost. */
const openPaths = pages.filter(({ access }) => access === 'public').map(({ path }) => path);

/** Why a session is cleared: the server ended it, or the person left. */
type ClearReason = 'ended' | 'left';
type ClearListener = (reason: ClearReason) => void | Promise<void>;
const beforeClear: ClearListener[] = [];
/** A listener that hangs must not block signing out. */
const clearTimeoutMs = 1000;
/** The location of the page that is being left. A second navigation would cancel the first. */
let leaving: Location | null = null;

/** Who is signed in on this browser (ACC-22): a stored token means signed in. */
export const session = {
  token: (): string | null => lasting.get(tokenKey),

  /** Returns the last known user, which may be outdated: the server decides who is signed in. */
  user(): User | null {
    try {
      return JSON.parse(lasting.get(userKey) ?? 'null') as User | null;
    } catch {
      return null;
    }
  },

  start(token: string, user: User): void {
    lasting.set(tokenKey, token);
    session.remember(user);
  },

  remember: (user: User): void => lasting.set(userKey, JSON.stringify(user)),

  /** Calls the listener before the session is cleared, so that other stored data can be cleared with it. */
  onClear(listener: ClearListener): void {
    beforeClear.push(listener);
  },

  /**
   * Clears the session immediately. Resolves when the other stored data is also cleared. Only then leave the page.
   */
  clear(reason: ClearReason = 'left'): Promise<void> {
    const cleared = Promise.allSettled(beforeClear.map(async (listener) => await listener(reason)));
    lasting.remove(tokenKey);
    lasting.remove(userKey);
    const timeout = new Promise((resolve) => setTimeout(resolve, clearTimeoutMs));
    return Promise.race([cleared, timeout]).then(() => undefined);
  },

  /** Call this before signing out, so that neither failing reads nor the guards redirect to the sign-in page. */
  leave(): void {
    leaving = location;
  },

  /** Returns true while another page is about to replace this one. */
  isLeaving: (): boolean => leaving === location,

  /**
   * Clears the session that the server ended, and opens /login with a full page load, which clears memory. The sign-in
   * page says why. The screen is saved, so that a sign-in leads back to it.
   */
  async end(): Promise<void> {
    if (session.isLeaving()) return await session.clear();
    // Without a token the session has already ended, for example by signing out.
    if (session.token() !== null) {
      returnPath.save(location.pathname + location.search);
      endedSession.save(session.user()?.id);
      endedSession.tellOtherTabs('ended');
    }
    const isOpen = openPaths.includes(location.pathname);
    if (!isOpen) session.leave();
    await session.clear('ended');
    if (!isOpen) location.assign('/login');
  },
};

/**
 * Reloads this page when the session changed elsewhere: another tab signed in or out, or the Back button restored the
 * page from the back/forward cache. The guards then check the session again.
 */
export function watchSession(): void {
  const tokenAtLoad = session.token();
  const userAtLoad = session.user();
  addEventListener('storage', (event) => {
    endedSession.onSignal(event, userAtLoad?.id);
    if (event.key !== tokenKey || event.newValue === event.oldValue) return;
    // Signed out in another tab. A reload would save this page as the return path, so go to the sign-in page instead.
    if (event.newValue === null && !openPaths.includes(location.pathname)) location.replace('/login');
    else location.reload();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted && session.token() !== tokenAtLoad) location.reload();
  });
}
