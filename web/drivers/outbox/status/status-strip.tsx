import { useQuery } from '@tanstack/react-query';
import { Check, CloudOff, RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import type { Refusal } from '../action.ts';
import { driverRouteQuery } from '../driver-route-query.ts';
import { dismissRefusal } from '../outbox.ts';
import { useOutboxState } from '../outbox-state.ts';
import { useOnline } from '../use-driver-route.ts';
import { type StripTone, stripOf } from './strip-words.ts';

const sentForMs = 5000;
/** While a route older than a poll interval is being refetched, the strip doesn't say "Up to date". */
const freshForMs = 40_000;

const looks: Record<StripTone, { className: string; Icon: typeof Check }> = {
  calm: { className: 'text-soft', Icon: Check },
  reading: { className: 'text-soft', Icon: RefreshCw },
  offline: { className: 'bg-maize-wash text-ink font-semibold', Icon: CloudOff },
  waiting: { className: 'bg-azure-wash text-ink font-semibold', Icon: RefreshCw },
  sent: { className: 'bg-leaf-wash text-ink font-semibold', Icon: Check },
};

/**
 * The line under the title of every driver page: whether the route is fresh, and how much is waiting to be sent. It is
 * always there, so that the page doesn't jump under the thumb when the signal comes or goes.
 */
export function StatusStrip() {
  const outbox = useOutboxState();
  const isOnline = useOnline();
  const { data, error, isFetching, dataUpdatedAt } = useQuery({ ...driverRouteQuery, retryOnMount: false });
  const wasSentLately = useLately(outbox.sentAtMs);
  const isCatchingUp = isFetching && Date.now() - dataUpdatedAt > freshForMs;
  const { tone, text } = stripOf({
    ...{ outbox, isOnline, error, wasSentLately, isCatchingUp },
    hasRoute: data !== undefined,
  });
  const { className, Icon } = looks[tone];
  return (
    <div className={classNames('-mx-gutter px-gutter', className)}>
      <div className="flex min-h-9 items-center gap-2">
        <Icon className="size-5 shrink-0" aria-hidden="true" />
        <p role="status" className="min-w-0 grow text-[0.9375rem] leading-tight">
          {text}
        </p>
        {outbox.refusals.length > 0 && <RefusedDialog refusals={outbox.refusals} />}
      </div>
    </div>
  );
}

/** Returns true for a few seconds after `atMs`. */
function useLately(atMs: number | null): boolean {
  const [, setNow] = useState(0);
  useEffect(() => {
    if (atMs === null) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, atMs + sentForMs - Date.now()) + 50);
    return () => clearTimeout(timer);
  }, [atMs]);
  return atMs !== null && Date.now() - atMs < sentForMs;
}

/** The dialog that lists the actions the server refused, until the driver dismisses them. */
function RefusedDialog({ refusals }: { refusals: readonly Refusal[] }) {
  const [isOpen, setOpen] = useState(false);
  const dismiss = (read: readonly Refusal[]) => {
    for (const { id } of read) void dismissRefusal(id);
    if (read.length === refusals.length) setOpen(false);
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="-my-1 -mr-2 flex min-h-11 shrink-0 items-center gap-1.5 rounded-control px-2 font-semibold text-brick"
      >
        <TriangleAlert className="size-5" aria-hidden="true" />
        <span>{`${refusals.length} not done`}</span>
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Not done"
        description="These couldn't be done. Dismiss them once you've read them."
        footer={<Button onClick={() => dismiss(refusals)}>{refusals.length === 1 ? 'Got it' : 'Dismiss all'}</Button>}
      >
        <ul className="space-y-3">
          {refusals.map((one) => (
            <li key={one.id} className="flex items-center gap-3 rounded-card border border-line bg-brick-wash p-4">
              <p className="min-w-0 grow break-words">{one.sentence}</p>
              {refusals.length > 1 && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Got it: ${one.sentence}`}
                  onClick={() => dismiss([one])}
                >
                  Got it
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
