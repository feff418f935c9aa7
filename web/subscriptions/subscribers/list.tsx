import type { Ref } from 'react';
import type { AdminSubscription } from '../../../contract/subscriptions.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { serverToday } from '../../api/server-clock.ts';
import { classNames } from '../../ui/class-names.ts';
import { ColumnList, columnRow } from '../../ui/list/column-list.tsx';
import { MoreButton } from '../../ui/list/more-button.tsx';
import { useFirstOfMore } from '../../ui/list/use-first-of-more.ts';
import { StateNotes, SubscriberStatusBadge } from './facts.tsx';
import { maxRows, type useSubscribers } from './page.ts';
import { addressLines, addressOf, customerNameOf, nextPickupOf, planOfSubscriber, priceText } from './words.ts';

interface SubscriberListProps {
  subscribers: readonly AdminSubscription[];
  state: ReturnType<typeof useSubscribers>;
  onOpen: (subscriber: AdminSubscription) => void;
}

export function SubscriberList({ subscribers, state, onOpen }: SubscriberListProps) {
  const { rowAt, showMore } = useFirstOfMore(subscribers.length, state.showMore, { staysOnButton: true });
  const today = serverToday();
  return (
    <>
      <ColumnList
        label="Subscribers"
        columns={subscriberColumns}
        isOutdated={state.isOutdated}
        head={['Customer', 'Package', 'Status', 'Next pickup', 'Address'].map((name) => <span key={name}>{name}</span>)}
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
      {state.list.data?.next != null && (
        <div className="mt-5 text-center">
          {subscribers.length < maxRows ? (
            <MoreButton busy={state.isLoadingMore} onClick={showMore} />
          ) : (
            <p className="text-soft">{`These are the newest ${maxRows}. Search or filter to find the others.`}</p>
          )}
        </div>
      )}
    </>
  );
}

const subscriberColumns = '@4xl:grid @4xl:grid-cols-[minmax(0,1.25fr)_9.5rem_5.5rem_7rem_minmax(0,1fr)] @4xl:gap-x-4';

interface SubscriberRowProps {
  subscriber: AdminSubscription;
  today: DateKey;
  onOpen: () => void;
  ref: Ref<HTMLButtonElement>;
}

/** One subscriber. The name is the button that opens the details, and the whole row triggers it. */
function SubscriberRow({ subscriber, today, onOpen, ref }: SubscriberRowProps) {
  const next = nextPickupOf(subscriber, today);
  const { street, place } = addressLines(addressOf(subscriber));
  return (
    <li className={columnRow(subscriberColumns, 'relative min-w-0')}>
      <div className="min-w-0">
        <h2 className="pr-24 font-sans font-semibold text-lg leading-snug tracking-normal @4xl:pr-0 @4xl:text-base @4xl:leading-normal">
          <button
            ref={ref}
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            className="break-words text-left outline-none after:absolute after:inset-0 after:rounded-card after:transition-colors hover:after:bg-ink/5 focus-visible:after:outline-3 focus-visible:after:outline-azure @4xl:after:-inset-x-2.5"
          >
            {customerNameOf(subscriber)}
          </button>
        </h2>
        <p className="break-words text-soft">{subscriber.customerEmail}</p>
      </div>
      <p className="mt-2 @4xl:mt-0">
        <span>{planOfSubscriber(subscriber).name}</span>
        <span className="text-soft @4xl:hidden"> · </span>
        <span className="text-soft @4xl:block">{priceText(subscriber)}</span>
        <StateNotes subscriber={subscriber} today={today} />
      </p>
      <p className="absolute top-4 right-4 @4xl:static">
        <SubscriberStatusBadge status={subscriber.status} />
      </p>
      <dl className="mt-2 grid gap-y-1 @4xl:contents">
        <div className="flex gap-x-2 tiny:block @4xl:block">
          <dt className="w-24 shrink-0 text-soft @4xl:sr-only">Next pickup</dt>
          <dd
            className={classNames(
              next.isOverdue && 'font-semibold text-brick',
              !subscriber.nextPickupDate && 'text-soft',
            )}
          >
            <span>{next.text}</span>
            {next.isOverdue && <span className="@4xl:block"> Overdue</span>}
          </dd>
        </div>
        <div className="flex gap-x-2 tiny:block @4xl:block">
          <dt className="w-24 shrink-0 text-soft @4xl:sr-only">Address</dt>
          <dd className="min-w-0 break-words">
            <span>{street}</span>
            {place && (
              <span className="text-soft @4xl:block">
                <span className="@4xl:hidden">, </span>
                <span>{place}</span>
              </span>
            )}
          </dd>
        </div>
      </dl>
    </li>
  );
}
