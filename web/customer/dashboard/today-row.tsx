import { RefreshCw } from 'lucide-react';
import { dateKeyOf, formatDateKey } from '../../../contract/values/dates.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { classNames } from '../../ui/class-names.ts';

interface TodayRowProps {
  isRefreshing: boolean;
  onRefresh: () => void;
}

/** Today's date and the refresh button. */
export function TodayRow({ isRefreshing, onRefresh }: TodayRowProps) {
  return (
    <div className="-mt-3 mb-2 flex flex-wrap items-center justify-between gap-x-3 lg:-mt-4">
      <p className="text-soft">{formatDateKey(dateKeyOf(new Date()), 'long')}</p>
      <button
        type="button"
        aria-disabled={isRefreshing || undefined}
        onClick={() => !isRefreshing && onRefresh()}
        className={buttonClass('quiet', 'sm', '-mr-4 ml-auto tiny:-mr-2')}
      >
        <RefreshCw className={classNames('size-4.5', isRefreshing && 'animate-spin')} aria-hidden="true" />
        Refresh
      </button>
      <span role="status" className="sr-only">
        {isRefreshing && 'Refreshing'}
      </span>
    </div>
  );
}
