import { afterEach, describe, expect, test, vi } from 'vitest';
import type { User } from '../../contract/accounts.ts';
import { session } from './session.ts';
import { standInBrowser } from './stand-in-browser.ts';

afterEach(() => vi.unstubAllGlobals());
const dana = { username: 'dana', role: 'customer' } as User;

describe('the session in browser storage', () => {
  test('lives under token and user, and clears both', () => {
    const { local } = standInBrowser('/dashboard');
    session.start('secret', dana);
    expect(Object.fromEntries(local)).toEqual({ token: 'secret', user: JSON.stringify(dana) });
    expect(session.user()).toEqual(dana);
    session.clear();
    expect(local.size).toBe(0);
    expect(session.token()).toBeNull();
  });

  test('who has kept more is told before it is forgotten', () => {
    standInBrowser('/driver').local.set('user', JSON.stringify(dana));
    const told: unknown[] = [];
    session.onClear(() => told.push(session.user()?.username));
    session.clear();
    expect(told).toEqual(['dana']);
  });

  test('a user that cannot be read is no user', () => {
    standInBrowser('/dashboard').local.set('user', '{broken');
    expect(session.user()).toBeNull();
  });

  test('ending it leaves the pages that need none where they are', () => {
    for (const path of ['/login', '/register', '/forgot-password', '/reset-password', '/verify-email']) {
      const { visited } = standInBrowser(path);
      session.end();
      expect(visited, path).toEqual([]);
    }
    const onBilling = standInBrowser('/billing');
    session.end();
    expect(onBilling.visited).toEqual(['/login']);
  });

  test('a browser that blocks storage still keeps the session until the page closes', () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
    session.start('secret', dana);
    expect(session.token()).toBe('secret');
    session.clear();
    expect(session.token()).toBeNull();
  });
});
