import { afterEach, describe, expect, test, vi } from 'vitest';
import type { User } from '../../contract/accounts.ts';
import { endedSession } from './ended-session.ts';
import { returnPath } from './return-path.ts';
import { session } from './session.ts';
import { standInBrowser } from './stand-in-browser.ts';

afterEach(() => vi.unstubAllGlobals());

/** Loads a separate copy of the session, because listeners stay and other test files share the module. */
async function loadSession(): Promise<typeof session> {
  vi.resetModules();
  const loaded = await import('./session.ts');
  vi.resetModules();
  return loaded.session;
}

const dana = { username: 'dana', role: 'customer' } as User;

describe('the session in browser storage', () => {
  test('is stored under token and user, and clears both', () => {
    const { local } = standInBrowser('/dashboard');
    session.start('secret', dana);
    expect(Object.fromEntries(local)).toEqual({ token: 'secret', user: JSON.stringify(dana) });
    expect(session.user()).toEqual(dana);
    void session.clear();
    expect(local.size).toBe(0);
    expect(session.token()).toBeNull();
  });

  test('notifies listeners before it is cleared', async () => {
    const session = await loadSession();
    standInBrowser('/driver').local.set('user', JSON.stringify(dana));
    const notified: unknown[] = [];
    session.onClear(() => void notified.push(session.user()?.username));
    void session.clear();
    expect(notified).toEqual(['dana']);
  });

  test('tells listeners whether the person left or the server ended it', async () => {
    standInBrowser('/dashboard');
    const reasons: string[] = [];
    session.onClear((reason) => void reasons.push(reason));
    session.start('secret', dana);
    await session.clear();
    session.start('secret', dana);
    await session.end();
    expect(reasons).toEqual(['left', 'ended']);
  });

  test('returns null for an unreadable user', () => {
    standInBrowser('/dashboard').local.set('user', '{broken');
    expect(session.user()).toBeNull();
  });

  test('ending it does not redirect from public pages', async () => {
    for (const path of ['/login', '/register', '/forgot-password', '/reset-password', '/verify-email']) {
      const { visited } = standInBrowser(path);
      await session.end();
      expect(visited, path).toEqual([]);
    }
    const onBilling = standInBrowser('/billing');
    await session.end();
    expect(onBilling.visited).toEqual(['/login']);
  });

  test('redirects once, however many reads are refused', async () => {
    const { visited } = standInBrowser('/dashboard');
    session.start('secret', dana);
    await Promise.all([session.end(), session.end()]);
    await session.end();
    expect(visited).toEqual(['/login']);
  });

  test('is leaving as soon as it ends, so that no guard redirects before the page load', async () => {
    const session = await loadSession();
    const { visited } = standInBrowser('/dashboard');
    session.start('secret', dana);
    let isLeavingAtClear = false;
    session.onClear(() => {
      isLeavingAtClear = session.isLeaving();
    });
    expect(session.isLeaving()).toBe(false);
    await session.end();
    expect({ isLeavingAtClear, visited }).toEqual({ isLeavingAtClear: true, visited: ['/login'] });
  });

  test('a read that is refused while signing out saves and redirects nothing', async () => {
    const { visited } = standInBrowser('/dashboard');
    endedSession.clear();
    session.start('secret', dana);
    session.leave();
    await session.end();
    expect(session.token()).toBeNull();
    expect(visited).toEqual([]);
    expect(endedSession.isKnown()).toBe(false);
  });

  test('an emailed link is saved when the server ends the session, but not without a session', async () => {
    standInBrowser('/billing', '?card=update');
    await session.end();
    expect(returnPath.take()).toBeNull();
    standInBrowser('/billing', '?card=update').local.set('token', 'secret');
    await session.end();
    expect(returnPath.take()).toBe('/billing?card=update');
    expect(returnPath.take()).toBeNull();
  });

  test('the screen is saved when the server ends the session, and nothing when it was over already', async () => {
    standInBrowser('/settings');
    endedSession.clear();
    await session.end();
    expect(endedSession.isKnown()).toBe(false);
    const { local } = standInBrowser('/settings');
    session.start('secret', { ...dana, id: '7' });
    await session.end();
    expect(endedSession.addressOf('7')).toBe('/settings');
    expect(local.size).toBe(0);
  });

  test('works without browser storage until the page closes', () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
    session.start('secret', dana);
    expect(session.token()).toBe('secret');
    void session.clear();
    expect(session.token()).toBeNull();
  });

  test('the redirect waits until listeners have finished, but not longer than a second', async () => {
    const session = await loadSession();
    vi.useFakeTimers();
    const { visited } = standInBrowser('/driver');
    session.start('secret', dana);
    let finish = () => {};
    const cleared = new Promise<void>((resolve) => {
      finish = resolve;
    });
    session.onClear(() => cleared);
    void session.end();
    expect(session.token()).toBeNull();
    await vi.advanceTimersByTimeAsync(500);
    expect(visited).toEqual([]);
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(visited).toEqual(['/login']);

    const slow = standInBrowser('/driver');
    session.onClear(() => new Promise(() => undefined));
    void session.end();
    await vi.advanceTimersByTimeAsync(1000);
    expect(slow.visited).toEqual(['/login']);
    vi.useRealTimers();
  });
});
