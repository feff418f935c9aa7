import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { readSettings } from '../settings/settings.ts';
import { countAttempt } from './rate-limits.store.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

it('counts one attempt beyond the largest limit that the settings allow', async () => {
  const settings = { MAX_PHOTOS: '7158278', MAX_CUSTOMERS_PER_ADDRESS: '30' };
  const { ceilings } = readSettings(settings, []);
  const largest = ceilings.photos * ceilings.perAddress;
  expect(largest).toBeGreaterThan(2 ** 31 - 400);
  const windows = { current: new Date('2026-11-23T17:00:00Z'), previous: new Date('2026-11-23T16:00:00Z') };
  expect(await countAttempt(t.db, 'a key', windows, largest + 1)).toEqual({ current: 1, previous: 0 });
  expect(await countAttempt(t.db, 'a key', windows, largest + 1)).toEqual({ current: 2, previous: 0 });
});
