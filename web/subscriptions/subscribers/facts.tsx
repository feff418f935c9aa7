import type { ReactNode } from 'react';
import type { AdminSubscription } from '../../../contract/subscriptions.ts';
import { isDeletedEmail } from '../../../contract/values/deleted-account.ts';
import { telHref } from '../../../contract/values/phone.ts';
import { type DateKey, dateKeyOf } from '../../../contract/values/time/dates.ts';
import { CustomerLink } from '../../accounts/customer-link.tsx';
import { serverNow } from '../../api/server-clock.ts';
import { instantDayText } from '../../pickups/pickup-words.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import {
  addressOf,
  bagLimitText,
  customerNameOf,
  extrasOf,
  frequencyText,
  nextPickupOf,
  planOfSubscriber,
  priceText,
  rhythmOf,
  stateNotesOf,
  statusLabels,
} from './words.ts';

export function SubscriberFacts({ subscriber }: { subscriber: AdminSubscription }) {
  const now = serverNow();
  const today = dateKeyOf(now);
  const next = nextPickupOf(subscriber, today);
  const extras = extrasOf(subscriber, today);
  const { customerEmail, customerPhone, cancellationDate, specialInstructions } = subscriber;
  return (
    <div className="space-y-5">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact name="Package" strong>
          {planOfSubscriber(subscriber).name}
        </Fact>
        <Fact name="Price" strong>
          {priceText(subscriber)}
        </Fact>
        <Fact name="Status">
          <SubscriberStatusBadge status={subscriber.status} />
          <StateNotes subscriber={subscriber} today={today} className="mt-1" />
        </Fact>
        <Fact name="Next pickup" strong={subscriber.nextPickupDate !== null}>
          <span className={next.isOverdue ? 'text-brick' : undefined}>
            {`${next.text}${next.isOverdue ? ' · Overdue' : ''}`}
          </span>
        </Fact>
        <Fact name="Bag limit">{bagLimitText(subscriber)}</Fact>
        <Fact name="Frequency" detail={rhythmOf(subscriber)}>
          {frequencyText(subscriber)}
        </Fact>
      </dl>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-line border-t pt-4">
        <Fact name="Customer" wide>
          <CustomerLink id={subscriber.customerId}>{customerNameOf(subscriber)}</CustomerLink>
        </Fact>
        <Fact name="Email" wide>
          {isDeletedEmail(customerEmail) ? (
            'Not provided'
          ) : (
            <a translate="no" href={`mailto:${customerEmail}`} className="text-azure underline underline-offset-2">
              {customerEmail}
            </a>
          )}
        </Fact>
        <Fact name="Address" wide>
          {addressOf(subscriber)}
        </Fact>
        <Fact name="Phone">
          {customerPhone ? (
            <a href={telHref(customerPhone)} className="text-azure underline underline-offset-2">
              {customerPhone}
            </a>
          ) : (
            'Not provided'
          )}
        </Fact>
        <Fact name="Subscribed since">{instantDayText(subscriber.createdAt, now, '')}</Fact>
        <Fact name="Extras" wide>
          {extras.length > 0 ? extras.join(', ') : 'None'}
        </Fact>
        {specialInstructions && (
          <Fact name="Instructions" wide>
            <span className="whitespace-pre-line">{specialInstructions}</span>
          </Fact>
        )}
        {cancellationDate && subscriber.status === 'cancelled' && (
          <Fact name="Cancelled on">{instantDayText(cancellationDate, now, '')}</Fact>
        )}
      </dl>
    </div>
  );
}

interface FactProps {
  name: string;
  strong?: boolean;
  /** Spans both columns. */
  wide?: boolean;
  /** A second line in muted text. */
  detail?: string;
  children: ReactNode;
}

export function Fact({ name, strong = false, wide = false, detail, children }: FactProps) {
  return (
    <div className={wide ? 'col-span-2 min-w-0' : 'min-w-0'}>
      <dt className="text-[0.9375rem] text-soft">{name}</dt>
      <dd className={strong ? 'break-words font-semibold' : 'break-words'}>
        <div>{children}</div>
        {detail && <span className="block text-[0.9375rem] text-soft">{detail}</span>}
      </dd>
    </div>
  );
}

type Status = AdminSubscription['status'];

const tones: Record<Status, BadgeTone> = { active: 'leaf', paused: 'maize', cancelled: 'neutral' };

export function SubscriberStatusBadge({ status }: { status: Status }) {
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>;
}

interface StateNotesProps {
  subscriber: AdminSubscription;
  today: DateKey;
  className?: string;
}

/** Facts that the status doesn't show: a hold, the plan's end date, the next package. */
export function StateNotes({ subscriber, today, className }: StateNotesProps) {
  return stateNotesOf(subscriber, today).map((note) => (
    <span key={note} className={classNames('block font-semibold text-[0.9375rem]', className)}>
      {note}
    </span>
  ));
}
