import { afterEach, expect, test, vi } from 'vitest';
import { messageOf } from './api-error.ts';
import { standInBrowser } from './stand-in-browser.ts';
import { requireStorage } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

test('a browser that keeps things is let in, and nothing is left behind', () => {
  const { local } = standInBrowser('/login');
  requireStorage();
  expect(local.size).toBe(0);
});

test('a browser that blocks storage is told before it signs in', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
  const attempt = () => requireStorage();
  expect(attempt).toThrow('Your browser blocks storage for this site');
  try {
    attempt();
  } catch (error) {
    expect(messageOf(error, 'Please check your credentials and try again.')).toMatch(/^Your browser blocks storage/);
  }
});

test('storage that is full, or missing altogether, is no storage', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(requireStorage).toThrow('Your browser blocks storage');
  vi.stubGlobal('localStorage', undefined);
  expect(requireStorage).toThrow('Your browser blocks storage');
});
