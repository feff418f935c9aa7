import { untilClosed } from '../api/storage.ts';

/**
 * One toast at a time, raised from anywhere: `toast({ title: 'Pickup Booked!' })`. This file knows no component, so
 * that raising a toast costs a page nothing; toaster.tsx shows it.
 */
export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
}

export interface ShownToast extends ToastMessage {
  id: number;
  open: boolean;
}

/** SPEC section 9: a dismissed toast is kept this long, then forgotten. */
const removeAfterMs = 1_000_000;
const handOverKey = 'toast-after-load';

let current: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast, in place of the one on the screen. */
export function toast(message: ToastMessage): void {
  show({ ...message, id: ++lastId, open: true });
}

/** Closes a toast, unless a later one took its place. */
export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  show({ ...current, open: false });
  setTimeout(() => current?.id === id && show(null), removeAfterMs);
}

export function currentToast(): ShownToast | null {
  return current;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps a toast for the page that the browser loads next. */
export function toastAfterLoad(message: ToastMessage): void {
  untilClosed.set(handOverKey, JSON.stringify(message));
}

/** Shows the toast that the previous page left, once. */
export function showToastOfLastPage(): void {
  const message = untilClosed.get(handOverKey);
  untilClosed.remove(handOverKey);
  if (message) toast(JSON.parse(message) as ToastMessage);
}
