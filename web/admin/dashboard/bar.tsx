import { RefreshCw } from 'lucide-react';
import { type DateKey, formatDateKey } from '../../../contract/values/dates.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { classNames } from '../../ui/class-names.ts';
import { useSync } from './data.ts';

/** Today's date and the Refresh button. The syncing banner replaces the date, so the layout does not move. */
export function DashboardBar({ today }: { today: DateKey }) {
  const { isSyncing, sync } = useSync();
  return (
    <div className="-mt-3 mb-2 flex min-h-11 items-center justify-between gap-2 tiny:flex-wrap lg:-mt-4">
      <p role="status" className="min-w-0 grow">
        {isSyncing && (
          <span className="block rounded-control bg-azure-wash px-3 py-2 text-azure-deep leading-tight">
            Syncing with latest updates...
          </span>
        )}
      </p>
      {!isSyncing && <p className="order-first shrink-0 text-soft tiny:shrink">{formatDateKey(today, 'long')}</p>}
      <button
        type="button"
        aria-disabled={isSyncing || undefined}
        onClick={() => !isSyncing && void sync()}
        className={buttonClass('quiet', 'sm', '-mr-4 shrink-0 tiny:-mr-2')}
      >
        <RefreshCw className={classNames('size-4.5', isSyncing && 'animate-spin')} aria-hidden="true" />
        <span className={isSyncing ? 'sr-only sm:not-sr-only' : undefined}>Refresh</span>
      </button>
    </div>
  );
}
