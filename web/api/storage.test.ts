import { afterEach, expect, test, vi } from 'vitest';
import { messageOf } from './api-error.ts';
import { standInBrowser } from './stand-in-browser.ts';
import { requireStorage } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

test('accepts a browser with storage and leaves nothing behind', () => {
  const { local } = standInBrowser('/login');
  requireStorage();
  expect(local.size).toBe(0);
});

test('throws for a browser that blocks storage', () => {
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

test('throws when storage is full or missing', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(requireStorage).toThrow('Your browser blocks storage');
  vi.stubGlobal('localStorage', undefined);
  expect(requireStorage).toThrow('Your browser blocks storage');
});
