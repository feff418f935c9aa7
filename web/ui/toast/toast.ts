import { useSyncExternalStore } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { untilClosed } from '../../api/storage.ts';

/**
 * A message to show as a toast. One toast is shown at a time, from anywhere: `toast({ title: 'Pickup Booked!' })`. This
 * file imports no components, so that it adds little to a page; toaster.tsx renders the toast.
 */
export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** A button in the toast. The toast then stays for `forMs`. */
  action?: { label: string; run: () => void; forMs: number };
}

export interface ShownToast extends ToastMessage {
  id: number;
  open: boolean;
}

/** How long a dismissed toast is kept before it is removed (SHELL-15). */
const removeAfterMs = 1_000_000;
const afterLoadKey = 'toast-after-load';

let current: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export function toast(message: ToastMessage): void {
  show({ ...message, id: ++lastId, open: true });
}

/** Shows that something failed, with the server's reason if it is meant for users, else `fallback`. */
export function toastFailure(error: unknown, fallback: string, title = 'Error'): void {
  toast({ title, description: messageOf(error, fallback), variant: 'destructive' });
}

/**
 * Shows that the file for the pressed button couldn't be loaded. The browser may remember the failure until the page is
 * reloaded, and a newer build may have replaced the file, so the toast offers a reload.
 */
export function toastCouldNotOpen(title = "Couldn't open this"): void {
  const description = 'Check your connection, then try again or reload.';
  const action = { label: 'Reload', run: () => location.reload(), forMs: 15_000 };
  toast({ title, description, variant: 'destructive', action });
}

/** Shows that a form was saved without a change, so nothing was sent. */
export function toastNothingToSave(): void {
  toast({ title: 'Nothing to Save', description: "You haven't changed anything." });
}

/** Closes a toast, unless a later one has replaced it. */
export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  show({ ...current, open: false });
  setTimeout(() => current?.id === id && show(null), removeAfterMs);
}

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

/** Stores a toast, without its action, to be shown after the next full page load. */
export function toastAfterLoad(message: ToastMessage): void {
  untilClosed.set(afterLoadKey, JSON.stringify(message));
}

/** Shows the toast that `toastAfterLoad` stored, once. */
export function showStoredToast(): void {
  const message = parseMessage(untilClosed.get(afterLoadKey));
  untilClosed.remove(afterLoadKey);
  if (message) toast(message);
}

/** Validates the stored toast, because the storage may contain anything. Returns null if it isn't a toast. */
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

export function useToast(): ShownToast | null {
  return useSyncExternalStore(subscribeToToasts, currentToast);
}
