import type { User } from '../../contract/accounts.ts';
import { pages } from '../../contract/pages.ts';
import { returnPath } from './return-path.ts';
import { lasting } from './storage.ts';

const tokenKey = 'token';
const userKey = 'user';

/** Pages that need no session: being signed out is no reason to leave them (and to lose what was typed there). */
const openPaths = pages.filter(({ access }) => access === 'public').map(({ path }) => path);

type ClearListener = () => void | Promise<void>;
const beforeClear: ClearListener[] = [];
/** A store that does not answer keeps nobody signed in. */
const patienceMs = 1000;

/** Who is signed in on this browser (ACC-22): a stored token means signed in. */
export const session = {
  token: (): string | null => lasting.get(tokenKey),

  /** The user as last seen; the server's answer is the truth, this stands in while the network is away. */
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

  /** Calls the listener before the session is forgotten: what else the page has kept may have to go with it. */
  onClear(listener: ClearListener): void {
    beforeClear.push(listener);
  },

  /** Forgets the session at once. What else goes with it is gone when the promise is settled: a page that is left earlier may keep it. */
  clear(): Promise<void> {
    const going = Promise.allSettled(beforeClear.map(async (listener) => await listener()));
    lasting.remove(tokenKey);
    lasting.remove(userKey);
    const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
    return Promise.race([going, patience]).then(() => undefined);
  },

  /**
   * Forgets the session and opens the sign-in page with a full load, so that nothing of the old user stays in memory. The link of
   * a mail is not lost over it.
   */
  async end(): Promise<void> {
    // Without a session it has ended before, maybe because the person signed out.
    if (session.token() !== null) returnPath.save(location.pathname + location.search);
    await session.clear();
    if (!openPaths.includes(location.pathname)) location.assign('/login');
  },
};

/**
 * Reloads this page when the session changed behind its back: another tab signed in or out, or the browser's Back
 * button brings the page out of its memory as it was before. The guards then decide anew what may be shown.
 */
export function watchSession(): void {
  const tokenAtLoad = session.token();
  addEventListener('storage', (event) => {
    if (event.key !== tokenKey || event.newValue === event.oldValue) return;
    // Signed out elsewhere: the guard would take this page for one that a stranger was on the way to.
    if (event.newValue === null && !openPaths.includes(location.pathname)) location.replace('/login');
    else location.reload();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted && session.token() !== tokenAtLoad) location.reload();
  });
}
