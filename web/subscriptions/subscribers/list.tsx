import { useEffect, useRef } from 'react';
import type { AdminSubscription } from '../../../contract/subscriptions.ts';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import { classNames } from '../../ui/class-names.ts';
import { MoreButton } from '../../ui/list/more-button.tsx';
import { subscriberColumns } from './columns.ts';
import { mostRows } from './page.ts';
import { SubscriberRow } from './row.tsx';

interface SubscriberListProps {
  subscribers: readonly AdminSubscription[];
  /** The list belongs to the previous filter; the one asked for is on its way. */
  isOutdated: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  onOpen: (subscriber: AdminSubscription) => void;
}

/** The subscribers that the filters let through, as far as they are shown. */
export function SubscriberList({ subscribers, isOutdated, hasMore, isLoadingMore, ...on }: SubscriberListProps) {
  const rows = useRef(new Map<string, HTMLButtonElement>());
  const grewFrom = useRef<number | null>(null);

  // The button goes when everything is shown. Somebody at the keyboard then goes on at the first row that it brought.
  useEffect(() => {
    const first = grewFrom.current;
    if (first === null || subscribers.length <= first) return;
    grewFrom.current = null;
    if (document.activeElement !== document.body) return;
    rows.current.get(subscribers[first]?.id ?? '')?.focus();
  }, [subscribers]);

  const today = dateKeyOf(new Date());
  return (
    <div className={classNames('transition-opacity', isOutdated && 'opacity-60')} aria-busy={isOutdated}>
      <div
        aria-hidden="true"
        className={`hidden border-ink border-b-2 pb-2 font-display font-semibold text-[0.9375rem] ${subscriberColumns}`}
      >
        <span>Customer</span>
        <span>Package</span>
        <span>Status</span>
        <span>Next pickup</span>
        <span>Address</span>
      </div>
      <ul aria-label="Subscribers" className="grid grid-cols-1 gap-3 @2xl:grid-cols-2 @4xl:block">
        {subscribers.map((subscriber) => (
          <SubscriberRow
            key={subscriber.id}
            ref={(row) => {
              if (row) rows.current.set(subscriber.id, row);
              return () => {
                rows.current.delete(subscriber.id);
              };
            }}
            subscriber={subscriber}
            today={today}
            onOpen={() => on.onOpen(subscriber)}
          />
        ))}
      </ul>
      {hasMore && (
        <div className="mt-5 text-center">
          {subscribers.length < mostRows ? (
            <MoreButton
              busy={isLoadingMore}
              onClick={() => {
                grewFrom.current = subscribers.length;
                on.onMore();
              }}
            />
          ) : (
            <p className="text-soft">These are the newest {mostRows}. Search or filter to find the others.</p>
          )}
        </div>
      )}
    </div>
  );
}
