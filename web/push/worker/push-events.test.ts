import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handlePushes, type PushScope } from './push-events.ts';
import { readDevice, saveDevice } from './saved-device.ts';

const origin = 'https://stoop.example';
const id = '0190f1de-0000-7000-8000-000000000001';

interface Shown {
  title: string;
  options: NotificationOptions & { renotify?: boolean };
}
interface StandInWindow {
  url: string;
  focus: () => Promise<void>;
  navigate: (url: string) => Promise<void>;
}

let shown: Shown[];
let windows: StandInWindow[];
let visited: string[];
let listeners: Map<string, (event: object) => void>;

/** Returns a worker whose notifications stay on the screen, in `shown`. */
function standInWorker(): PushScope {
  const registration = {
    showNotification: async (title: string, options: Shown['options']) => {
      shown = [...shown.filter((each) => !options.tag || each.options.tag !== options.tag), { title, options }];
    },
    getNotifications: async ({ tag }: { tag: string }) =>
      shown.filter(({ options }) => options.tag === tag).map(({ options }) => ({ data: options.data })),
    pushManager: {
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => ({
        toJSON: () => ({
          endpoint: 'https://push.example/new',
          keys: { p256dh: `for ${applicationServerKey}`, auth: 'new' },
        }),
      }),
    },
  };
  const clients = {
    matchAll: async () => windows,
    openWindow: async (url: string) => void visited.push(`new ${url}`),
  };
  const addEventListener = (type: string, listener: (event: object) => void) => void listeners.set(type, listener);
  return { location: { origin }, registration, clients, addEventListener } as unknown as PushScope;
}

/** Dispatches an event and waits for its `waitUntil` promises. */
async function dispatch(type: string, event: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  listeners.get(type)?.({
    ...event,
    waitUntil: (given: Promise<unknown>) => {
      work = given;
    },
  });
  await work;
}
const push = (notice: object | null) => dispatch('push', { data: notice && { json: () => notice } });
const press = (url: string | undefined) =>
  dispatch('notificationclick', { notification: { close: () => visited.push('closed'), data: url && { url } } });
const openWindow = (url: string, canNavigate = true): StandInWindow => ({
  url: origin + url,
  focus: async () => void visited.push(`focus ${url}`),
  navigate: async (to) => {
    if (!canNavigate) throw new TypeError('not controlled');
    visited.push(`navigate ${to}`);
  },
});

beforeEach(() => {
  [shown, windows, visited, listeners] = [[], [], [], new Map()];
  const stored = new Map<string, Response>();
  vi.stubGlobal('caches', {
    open: async () => ({
      put: async (path: string, response: Response) => void stored.set(path, response),
      match: async (path: string) => stored.get(path)?.clone(),
    }),
  });
  handlePushes(standInWorker());
});
afterEach(() => vi.unstubAllGlobals());

describe('a push', () => {
  const notice = { id: 'a', title: "We're close", body: '3 stops before yours', url: '/dashboard', tag: 'pickup-1' };

  it('is shown with its text and remembers what it opens', async () => {
    await push(notice);
    expect(shown).toMatchObject([
      { title: notice.title, options: { body: notice.body, tag: 'pickup-1', data: { id: 'a', url: '/dashboard' } } },
    ]);
    expect(shown[0]?.options.renotify).toBeUndefined();
  });

  it('is silent when it is sent again, and sounds when it replaces another', async () => {
    await push(notice);
    await push(notice);
    expect(shown).toHaveLength(1);
    expect(shown[0]?.options.renotify).toBeUndefined();
    await push({ ...notice, id: 'b', title: "You're next" });
    expect(shown).toMatchObject([{ title: "You're next", options: { renotify: true } }]);
    await push({ ...notice, id: 'c', tag: 'pickup-2' });
    expect(shown).toHaveLength(2);
  });

  it('without a message is shown too: browsers demand it', async () => {
    await push(null);
    expect(shown).toMatchObject([{ title: 'You have a new notification' }]);
  });
});

describe('a press', () => {
  it('opens a window when none is open', async () => {
    await press(`/pickup-history/${id}`);
    expect(visited).toEqual(['closed', `new ${origin}/pickup-history/${id}`]);
  });

  it('goes there in the window that was used last', async () => {
    windows = [openWindow('/billing'), openWindow('/settings')];
    await press('/dashboard');
    expect(visited).toEqual(['closed', 'focus /billing', `navigate ${origin}/dashboard`]);
  });

  it('only focuses a window that is there already', async () => {
    windows = [openWindow('/billing'), openWindow('/dashboard')];
    await press('/dashboard');
    expect(visited).toEqual(['closed', 'focus /dashboard']);
  });

  it("opens another window when it can't move the open one, or not focus it", async () => {
    const refusing = { ...openWindow('/billing', false), focus: () => Promise.reject(new Error('not allowed')) };
    windows = [refusing];
    await press('/dashboard');
    expect(visited).toEqual(['closed', `new ${origin}/dashboard`]);
  });

  it('opens the start page without a URL, and never another site', async () => {
    await press(undefined);
    expect(visited).toEqual(['closed', `new ${origin}/`]);
    for (const url of ['https://evil.example/', '//evil.example', 'javascript:alert(1)']) {
      visited = [];
      await press(url);
      expect(visited, url).toEqual(['closed']);
    }
  });
});

describe('a changed subscription', () => {
  const device = { endpoint: 'https://push.example/old', p256dh: 'old key', auth: 'old' };
  const next = { endpoint: 'https://push.example/new', p256dh: 'for server key', auth: 'new' };

  it.each([
    [200, next],
    [404, device],
  ])('is reported with the old secret; when the server returns %i, %o is saved', async (status, saved) => {
    const requests: [string, unknown][] = [];
    vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
      requests.push([path, JSON.parse(body)]);
      return new Response('{}', { status });
    });
    await saveDevice({ key: 'server key', device });
    await dispatch('pushsubscriptionchange', {});
    expect(requests).toEqual([
      ['/api/push/renew', { old: { endpoint: 'https://push.example/old', auth: 'old' }, device: next }],
    ]);
    expect(await readDevice()).toEqual({ key: 'server key', device: saved });
  });

  it('is left alone where notifications are off', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no request')));
    await dispatch('pushsubscriptionchange', {});
  });
});
