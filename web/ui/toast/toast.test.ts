import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clearToast,
  currentToast,
  dismissToast,
  showToastOfLastPage,
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
  test('a later one takes the place of the first, and the first cannot close it', () => {
    toast({ title: 'One' });
    const first = currentToast();
    toast({ title: 'Two', variant: 'destructive' });
    dismissToast(first?.id ?? 0);
    expect(currentToast()).toMatchObject({ title: 'Two', variant: 'destructive', open: true });
  });

  test('a dismissed one is kept closed for 1,000,000 ms, then forgotten', () => {
    toast({ title: 'One' });
    clearToast();
    vi.advanceTimersByTime(999_999);
    expect(currentToast()).toMatchObject({ title: 'One', open: false });
    vi.advanceTimersByTime(1);
    expect(currentToast()).toBeNull();
  });

  test('who listens hears of each', () => {
    const heard = vi.fn();
    const stop = subscribeToToasts(heard);
    toast({ title: 'One' });
    clearToast();
    clearToast();
    stop();
    toast({ title: 'Two' });
    expect(heard).toHaveBeenCalledTimes(2);
  });
});

describe('a toast for the next page', () => {
  test('shows there, once', () => {
    toastAfterLoad({ title: 'Pickup Booked!', description: '8 bags.' });
    expect(currentToast()).toBeNull();
    showToastOfLastPage();
    expect(currentToast()).toMatchObject({ title: 'Pickup Booked!', description: '8 bags.', open: true });
    clearToast();
    vi.runAllTimers();
    showToastOfLastPage();
    expect(currentToast()).toBeNull();
  });

  test.each(['{broken', 'null', '7', '"text"', '[]', '{}', '{"title":5}', '{"title":""}'])(
    'garbage in the storage is no toast: %s',
    (garbage) => {
      tab.set('toast-after-load', garbage);
      showToastOfLastPage();
      expect(currentToast()).toBeNull();
      expect(tab.size).toBe(0);
    },
  );

  test('of what stands there, only what a toast has is taken', () => {
    tab.set('toast-after-load', '{"title":"Hello","description":7,"variant":"loud","open":false}');
    showToastOfLastPage();
    expect(currentToast()).toEqual({ title: 'Hello', id: expect.any(Number), open: true });
  });
});
