import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientSettings } from '../api/client-settings.ts';
import { standInBrowser } from '../api/stand-in-browser.ts';
import { choosePush, declinePush, isPushOn, mayOfferPush } from './choice.ts';

let local: Map<string, string>;
const permit = (permission: NotificationPermission, more: object = { PushManager: {} }) => {
  vi.stubGlobal('Notification', { permission });
  vi.stubGlobal('window', { Notification: {}, ...more });
};
const signIn = (id: string) => local.set('user', JSON.stringify({ id }));
beforeEach(() => {
  Object.assign(clientSettings, { pushPublicKey: 'key' });
  ({ local } = standInBrowser('/dashboard'));
  vi.useFakeTimers({ now: new Date('2026-11-24T12:00:00Z') });
  permit('default');
  signIn('dana');
});
afterEach(() => {
  Object.assign(clientSettings, { pushPublicKey: null });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the offer of notifications', () => {
  it('is made once somebody is there to answer it, and the browser may ask', () => {
    expect(mayOfferPush()).toBe(true);
    permit('granted');
    expect(mayOfferPush()).toBe(true);
    permit('denied');
    expect(mayOfferPush()).toBe(false);
    permit('default', {});
    expect(mayOfferPush()).toBe(false);
  });

  it("is not made where they are on, but to the device's next user", () => {
    choosePush();
    expect([isPushOn(), mayOfferPush()]).toEqual([true, false]);
    signIn('robin');
    expect([isPushOn(), mayOfferPush()]).toEqual([false, true]);
    local.delete('user');
    expect(isPushOn()).toBe(false);
  });

  it("is not made for 120 days after 'Not now'", () => {
    declinePush();
    vi.advanceTimersByTime(119 * 24 * 3_600_000);
    expect(mayOfferPush()).toBe(false);
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(mayOfferPush()).toBe(true);
  });
});
