import { useEffect, useState } from 'react';
import { lateComponent } from '../hooks/late-component.ts';
import { onFirstInput } from '../hooks/on-first-input.ts';
import { dismissToast, type ShownToast, useToast } from './toast.ts';

const toaster = lateComponent(() => import('./toaster.tsx'));
const plainMs = 5000;

/**
 * The toast region. The toaster loads at the first input, because the first toast may be about a lost connection, or at
 * the latest with the first toast. If it can't be loaded, the message is shown without it.
 *
 * An open dialog hides the page from screen readers, except elements with `aria-live`. The toast announces
 * itself, so the value is `off`.
 */
export function ToastRegion() {
  const shown = useToast();
  const [loading, setLoading] = useState<'pending' | 'loaded' | 'failed'>('pending');
  useEffect(() => onFirstInput(() => void toaster.load().catch(() => undefined)), []);
  useEffect(() => {
    if (!shown || toaster.current()) return;
    toaster.load().then(
      () => setLoading('loaded'),
      () => setLoading('failed'),
    );
  }, [shown]);
  const Toaster = toaster.current();
  return (
    <div aria-live="off" data-toasts>
      {shown && Toaster && <Toaster />}
      {shown?.open && !Toaster && loading === 'failed' && <PlainToast key={shown.id} {...shown} />}
    </div>
  );
}

/** The message in a plain box, for when the toaster can't be loaded. */
function PlainToast({ id, title, description }: ShownToast) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), plainMs);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <p
      role="status"
      className="toast-place fixed right-0 z-50 mx-3 w-auto max-w-md rounded-card bg-deep px-4 py-3 text-on-deep shadow-curb"
    >
      <strong className="block font-semibold">{title}</strong>
      {description && <span>{description}</span>}
    </p>
  );
}
