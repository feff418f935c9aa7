import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { standInBrowser } from './stand-in-browser.ts';

const hourMs = 60 * 60_000;
/** Noon in New York. */
const noon = '2026-11-29T17:00:00.000Z';

let stored: Map<string, string>;
let deviceMs: number;
let pageMs: number;

beforeEach(() => {
  stored = standInBrowser('/driver').local;
  pageMs = 1_000;
  vi.spyOn(Date, 'now').mockImplementation(() => deviceMs);
  vi.spyOn(performance, 'now').mockImplementation(() => pageMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Loads the module as a new page does, on a device whose clock shows this time. */
async function openPage(deviceTime: string) {
  deviceMs = Date.parse(deviceTime);
  vi.resetModules();
  return await import('./server-clock.ts');
}

const response = (time: string, cacheControl = 'private, no-cache') =>
  new Headers({ date: new Date(Date.parse(time)).toUTCString(), 'cache-control': cacheControl });

const pass = (ms: number, sleeping = false) => {
  deviceMs += ms;
  if (!sleeping) pageMs += ms;
};

test.each(['2026-11-28T17:00:00Z', '2026-11-30T17:00:00Z', '2027-11-29T17:00:00Z'])(
  "is the server's time on a device that shows %s",
  async (deviceTime) => {
    const clock = await openPage(deviceTime);
    expect(clock.isServerTimeKnown()).toBe(false);
    clock.readServerTime(response(noon));
    expect([clock.serverNow().toISOString(), clock.serverToday()]).toEqual([noon, '2026-11-29']);
    expect(clock.deviceAheadMs()).toBe(Date.parse(deviceTime) - Date.parse(noon));
    expect(clock.toServerMs(deviceMs)).toBe(Date.parse(noon));
    expect(clock.toDeviceMs(Date.parse(noon))).toBe(deviceMs);
    pass(12 * hourMs);
    expect(clock.serverToday()).toBe('2026-11-30');
  },
);

test('goes on while the device sleeps, and while its clock is set back', async () => {
  const clock = await openPage(noon);
  clock.readServerTime(response(noon));
  pass(13 * hourMs, true);
  expect(clock.serverNow().toISOString()).toBe('2026-11-30T06:00:00.000Z');
  clock.readServerTime(response('2026-11-30T06:00:00Z'));
  deviceMs -= 24 * hourMs;
  pageMs += hourMs;
  expect(clock.serverNow().toISOString()).toBe('2026-11-30T07:00:00.000Z');
});

test('ignores a kept response, one without a date, and the seconds that a slow one is late', async () => {
  const clock = await openPage(noon);
  clock.readServerTime(response('2026-11-01T00:00:00Z', 'private, max-age=31536000, immutable'));
  clock.readServerTime(new Headers({ 'cache-control': 'no-store' }));
  expect(clock.isServerTimeKnown()).toBe(false);
  clock.readServerTime(response(noon, 'no-store'));
  clock.readServerTime(response('2026-11-29T16:59:45Z'));
  expect(clock.serverNow().toISOString()).toBe(noon);
  clock.readServerTime(response('2026-11-29T16:00:00Z'));
  expect(clock.serverNow().toISOString()).toBe('2026-11-29T16:00:00.000Z');
});

test('the next page continues from the stored reading', async () => {
  const first = await openPage('2026-11-30T17:00:00Z');
  first.readServerTime(response(noon));
  const next = await openPage('2026-12-01T06:00:00Z');
  expect([next.serverNow().toISOString(), next.serverToday()]).toEqual(['2026-11-30T06:00:00.000Z', '2026-11-30']);
  expect(next.lastKnownDay()).toBe('2026-11-29');
});

test('is unknown on the next page after 36 hours, and on a clock that was set back', async () => {
  (await openPage(noon)).readServerTime(response(noon));
  expect((await openPage('2026-12-01T04:59:00Z')).isServerTimeKnown()).toBe(true);
  expect((await openPage('2026-12-01T05:01:00Z')).isServerTimeKnown()).toBe(false);
  expect((await openPage('2026-11-29T16:59:30Z')).serverNow().toISOString()).toBe(noon);
  const before = await openPage('2026-11-28T17:00:00Z');
  expect([before.isServerTimeKnown(), before.deviceAheadMs(), before.lastKnownDay()]).toEqual([
    false,
    null,
    '2026-11-29',
  ]);
});

test('follows a day that a person chose, until the server is reached', async () => {
  const clock = await openPage('2026-11-28T23:00:00Z');
  let calls = 0;
  const stop = clock.subscribeToServerClock(() => calls++);
  clock.setToday('2026-11-30');
  expect([clock.serverToday(), clock.isServerTimeKnown()]).toEqual(['2026-11-30', true]);
  pass(7 * hourMs);
  expect(clock.serverToday()).toBe('2026-12-01');
  clock.readServerTime(response(noon));
  expect(clock.serverToday()).toBe('2026-11-29');
  stop();
  clock.readServerTime(response(noon));
  expect(calls).toBe(2);
});

test.each(['nonsense', '{}', 'null', '{"serverMs":"x","deviceMs":1}'])('ignores a stored %s', async (text) => {
  stored.set('stoop.serverClock', text);
  const clock = await openPage(noon);
  expect([clock.isServerTimeKnown(), clock.serverNow().toISOString()]).toEqual([false, noon]);
});
