import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clearToast,
  currentToast,
  dismissToast,
  showStoredToast,
  subscribeToToasts,
  toast,
  toastAfterLoad,
} from './toast.ts';

const tab = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  tab.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => void tab.set(key, value),
    removeItem: (key: string) => void tab.delete(key),
  });
});
afterEach(() => {
  clearToast();
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('one toast at a time', () => {
  test('a later toast replaces the first, and dismissing the first does not close it', () => {
    toast({ title: 'One' });
    const first = currentToast();
    toast({ title: 'Two', variant: 'destructive' });
    dismissToast(first?.id ?? 0);
    expect(currentToast()).toMatchObject({ title: 'Two', variant: 'destructive', open: true });
  });

  test('a dismissed toast stays closed for 1,000,000 ms, then is removed', () => {
    toast({ title: 'One' });
    clearToast();
    vi.advanceTimersByTime(999_999);
    expect(currentToast()).toMatchObject({ title: 'One', open: false });
    vi.advanceTimersByTime(1);
    expect(currentToast()).toBeNull();
  });

  test('notifies listeners of each change', () => {
    const listener = vi.fn();
    const stop = subscribeToToasts(listener);
    toast({ title: 'One' });
    clearToast();
    clearToast();
    stop();
    toast({ title: 'Two' });
    expect(listener).toHaveBeenCalledTimes(2);
  });
});

describe('a toast for the next page', () => {
  test('shows there, once', () => {
    toastAfterLoad({ title: 'Pickup Booked!', description: '8 bags.' });
    expect(currentToast()).toBeNull();
    showStoredToast();
    expect(currentToast()).toMatchObject({ title: 'Pickup Booked!', description: '8 bags.', open: true });
    clearToast();
    vi.runAllTimers();
    showStoredToast();
    expect(currentToast()).toBeNull();
  });

  test.each(['{broken', 'null', '7', '"text"', '[]', '{}', '{"title":5}', '{"title":""}'])(
    'ignores garbage in storage: %s',
    (garbage) => {
      tab.set('toast-after-load', garbage);
      showStoredToast();
      expect(currentToast()).toBeNull();
      expect(tab.size).toBe(0);
    },
  );

  test('reads only known fields from storage', () => {
    tab.set('toast-after-load', '{"title":"Hello","description":7,"variant":"loud","open":false}');
    showStoredToast();
    expect(currentToast()).toEqual({ title: 'Hello', id: expect.any(Number), open: true });
  });
});
