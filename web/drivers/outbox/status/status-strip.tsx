import { useQuery } from '@tanstack/react-query';
import { Check, CloudOff, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { driverRouteQuery } from '../driver-route-query.ts';
import { useOutboxState } from '../outbox-state.ts';
import { useOnline } from '../use-online.ts';
import { RefusedDialog } from './refused-dialog.tsx';
import { type StripTone, stripOf } from './strip-words.ts';

const sentForMs = 5000;
/** Longer ago than a poll, and the route is not 'up to date' while the next one is on its way. */
const freshForMs = 40_000;

const looks: Record<StripTone, { className: string; Icon: typeof Check }> = {
  calm: { className: 'text-soft', Icon: Check },
  reading: { className: 'text-soft', Icon: RefreshCw },
  offline: { className: 'bg-maize-wash text-ink font-semibold', Icon: CloudOff },
  waiting: { className: 'bg-azure-wash text-ink font-semibold', Icon: RefreshCw },
  sent: { className: 'bg-leaf-wash text-ink font-semibold', Icon: Check },
};

/**
 * Under the title of every page of the driver: whether the route is fresh, and what has not been sent. Always there, so
 * that the page does not jump under the thumb when the signal comes or goes.
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
        <p role="status" className="min-w-0 grow text-[0.9375rem] leading-tight tabular-nums">
          {text}
        </p>
        {outbox.trouble.length > 0 && <RefusedDialog trouble={outbox.trouble} />}
      </div>
    </div>
  );
}

/** True for a few seconds after the moment. */
function useLately(atMs: number | null): boolean {
  const [, setNow] = useState(0);
  useEffect(() => {
    if (atMs === null) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, atMs + sentForMs - Date.now()) + 50);
    return () => clearTimeout(timer);
  }, [atMs]);
  return atMs !== null && Date.now() - atMs < sentForMs;
}
