import { expect, test } from 'vitest';
import { lateComponent } from './late-component.ts';

const Shown = () => null;

test('loads the file only once', async () => {
  let fetches = 0;
  const late = lateComponent(async () => {
    fetches += 1;
    return { default: Shown };
  });
  expect(late.current()).toBeNull();
  await Promise.all([late.load(), late.load()]);
  await late.load();
  expect(late.current()).toBe(Shown);
  expect(fetches).toBe(1);
});

test('retries after a failed attempt', async () => {
  let isOffline = true;
  const late = lateComponent(async () => {
    if (isOffline) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: Shown };
  });
  await expect(late.load()).rejects.toThrow('Failed to fetch');
  expect(late.current()).toBeNull();
  isOffline = false;
  await late.load();
  expect(late.current()).toBe(Shown);
});
