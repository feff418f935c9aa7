import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endedSession } from './ended-session.ts';
import { standInBrowser } from './stand-in-browser.ts';
import { untilClosed } from './storage.ts';

beforeEach(() => endedSession.clear());
afterEach(() => vi.unstubAllGlobals());

test('saves the screen for its user alone', () => {
  standInBrowser('/billing', '?receipt=7');
  expect(endedSession.isKnown()).toBe(false);
  endedSession.save('dana');
  expect(endedSession.isKnown()).toBe(true);
  expect(endedSession.addressOf('dana')).toBe('/billing?receipt=7');
  expect(endedSession.addressOf('sam')).toBeNull();
  endedSession.keepOnlyFor('dana');
  expect(endedSession.addressOf('dana')).toBe('/billing?receipt=7');
  endedSession.keepOnlyFor('sam');
  expect(endedSession.isKnown()).toBe(false);
});

test('offers no way back when nobody was remembered, but knows that a session ended', () => {
  standInBrowser('/billing');
  endedSession.save(undefined);
  expect(endedSession.isKnown()).toBe(true);
  expect(endedSession.addressOf('dana')).toBeNull();
});

test.each(['{broken', 'null', '"text"', '{"userId":"dana"}', '{"userId":7,"address":"/billing"}'])(
  'ignores storage that holds %s',
  (stored) => {
    untilClosed.set('stoop.session-ended', stored);
    expect(endedSession.isKnown()).toBe(false);
    expect(endedSession.addressOf('dana')).toBeNull();
  },
);

test('another tab saves its own screen when the session ends, and forgets it after a sign-out', () => {
  const { local } = standInBrowser('/settings');
  const sent: unknown[] = [];
  vi.stubGlobal('localStorage', { ...localStorage, setItem: (key: string, value: string) => sent.push([key, value]) });
  endedSession.tellOtherTabs('ended');
  expect(sent).toEqual([['stoop.session-end', 'ended']]);
  expect(local.size).toBe(0);
  const signal = (newValue: string | null, key = 'stoop.session-end') =>
    endedSession.onSignal({ key, newValue } as StorageEvent, 'dana');
  signal('ended', 'token');
  signal(null);
  expect(endedSession.isKnown()).toBe(false);
  signal('ended');
  expect(endedSession.addressOf('dana')).toBe('/settings');
  signal('signed-out');
  expect(endedSession.isKnown()).toBe(false);
});
