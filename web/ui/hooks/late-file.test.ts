import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LateFileError, lateFile, recover, watchLeaving } from './late-file.ts';

const listeners = new Map<string, () => void>();
const reload = vi.fn();
const giveUp = vi.fn();
const stored = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener));
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  watchLeaving();
  listeners.get('pageshow')?.();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  stored.clear();
});

const failing = (words: string) => lateFile(() => Promise.reject(new TypeError(words)));
/** The error texts of the three browser engines. */
const texts = [
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed.',
];

async function failureOf(load: () => Promise<unknown>): Promise<LateFileError> {
  const error = await load().catch((thrown: unknown) => thrown);
  if (!(error instanceof LateFileError)) throw new Error('It did not fail', { cause: error });
  return error;
}

it.each(texts)("reloads once for a missing file, whatever the engine's text: %s", async (text) => {
  const error = await failureOf(failing(text));
  recover(error, giveUp);
  await vi.advanceTimersByTimeAsync(5000);
  expect([reload.mock.calls.length, giveUp.mock.calls.length]).toEqual([1, 0]);
  recover(error, giveUp);
  await vi.advanceTimersByTimeAsync(5000);
  expect([reload.mock.calls.length, giveUp.mock.calls.length]).toEqual([1, 1]);
});

it('reloads for each file, and again for one that has loaded since', async () => {
  let isOffline = true;
  const first = lateFile(async () => {
    if (isOffline) throw new TypeError('first');
  });
  const second = lateFile(async () => Promise.reject(new TypeError('second')));
  const both = [await failureOf(first), await failureOf(second)];
  for (const error of both) recover(error, giveUp);
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).toHaveBeenCalledTimes(2);
  isOffline = false;
  await first();
  isOffline = true;
  recover(await failureOf(first), giveUp);
  await vi.advanceTimersByTimeAsync(5000);
  expect([reload.mock.calls.length, giveUp.mock.calls.length]).toEqual([3, 0]);
});

it('does not reload while the document is being left, but does if it stays', async () => {
  const error = await failureOf(failing('cancelled by the navigation'));
  listeners.get('beforeunload')?.();
  recover(error, giveUp);
  await vi.advanceTimersByTimeAsync(25_000);
  expect([reload.mock.calls.length, giveUp.mock.calls.length]).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('reloads soon when the browser brings the page back', async () => {
  listeners.get('beforeunload')?.();
  recover(await failureOf(failing('cancelled by the navigation')), giveUp);
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).not.toHaveBeenCalled();
  listeners.get('pageshow')?.();
  await vi.advanceTimersByTimeAsync(2000);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does nothing once the screen is gone', async () => {
  const stop = recover(await failureOf(failing('gone')), giveUp);
  stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect([reload.mock.calls.length, giveUp.mock.calls.length]).toEqual([0, 0]);
});

it('never reloads where storage is blocked, because nothing would end it', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  recover(await failureOf(failing('missing')), giveUp);
  await vi.advanceTimersByTimeAsync(5000);
  expect([reload.mock.calls.length, giveUp.mock.calls.length]).toEqual([0, 1]);
});
