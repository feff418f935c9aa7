import type { AdminSubscription } from '../../../contract/subscriptions.ts';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import { ColumnList } from '../../ui/list/column-list.tsx';
import { MoreButton } from '../../ui/list/more-button.tsx';
import { useFirstOfMore } from '../../ui/list/use-first-of-more.ts';
import { maxRows } from './page.ts';
import { SubscriberRow, subscriberColumns } from './row.tsx';

interface SubscriberListProps {
  subscribers: readonly AdminSubscription[];
  /** The rows belong to the previous filter while the next ones load. */
  isOutdated: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  onOpen: (subscriber: AdminSubscription) => void;
}

/** The subscribers that match the filters. */
export function SubscriberList({
  subscribers,
  isOutdated,
  hasMore,
  isLoadingMore,
  onMore,
  onOpen,
}: SubscriberListProps) {
  const { rowAt, showMore } = useFirstOfMore(subscribers.length, onMore, { staysOnButton: true });
  const today = dateKeyOf(new Date());
  return (
    <>
      <ColumnList
        label="Subscribers"
        columns={subscriberColumns}
        isOutdated={isOutdated}
        head={
          <>
            <span>Customer</span>
            <span>Package</span>
            <span>Status</span>
            <span>Next pickup</span>
            <span>Address</span>
          </>
        }
      >
        {subscribers.map((subscriber, index) => (
          <SubscriberRow
            key={subscriber.id}
            ref={(button) => rowAt(index, button)}
            subscriber={subscriber}
            today={today}
            onOpen={() => onOpen(subscriber)}
          />
        ))}
      </ColumnList>
      {hasMore && (
        <div className="mt-5 text-center">
          {subscribers.length < maxRows ? (
            <MoreButton busy={isLoadingMore} onClick={showMore} />
          ) : (
            <p className="text-soft">These are the newest {maxRows}. Search or filter to find the others.</p>
          )}
        </div>
      )}
    </>
  );
}
