import { untilClosed } from '../../api/storage.ts';

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

/** A dismissed toast is removed after this long (SHELL-15). */
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

/** Closes the toast on the screen: what it says is over. */
export function clearToast(): void {
  if (current) dismissToast(current.id);
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
  const message = parseMessage(untilClosed.get(handOverKey));
  untilClosed.remove(handOverKey);
  if (message) toast(message);
}

/** What stands in storage may have been left there by anything: what is no toast is nothing. */
function parseMessage(json: string | null): ToastMessage | null {
  try {
    const { title, description, variant } = JSON.parse(json ?? 'null') as Record<string, unknown>;
    if (typeof title !== 'string' || title === '') return null;
    return {
      title,
      ...(typeof description === 'string' && { description }),
      ...(variant === 'destructive' && { variant }),
    };
  } catch {
    return null;
  }
}
