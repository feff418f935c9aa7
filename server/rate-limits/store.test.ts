import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { countAttempt } from './store.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

it('counts under a limit that exceeds the column, such as the product of two large settings', async () => {
  const windows = { current: new Date('2026-11-23T17:00:00Z'), previous: new Date('2026-11-23T16:00:00Z') };
  expect(await countAttempt(t.db, 'a key', windows, 9_999_999 * 600)).toEqual({ current: 1, previous: 0 });
  expect(await countAttempt(t.db, 'a key', windows, 9_999_999 * 600)).toEqual({ current: 2, previous: 0 });
});
