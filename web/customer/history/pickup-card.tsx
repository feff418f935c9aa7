import { Link } from '@tanstack/react-router';
import { CircleCheck, MapPin, MessageSquareText, Package, RotateCcw } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { bagsText, type Pickup } from '../../../contract/pickups.ts';
import { type DateKey, dateKeyOf } from '../../../contract/values/time/dates.ts';
import { serverNow } from '../../api/server-clock.ts';
import { BookAgainLink } from '../../booking/book-again-link.tsx';
import { useMissedInEvening } from '../../missed/use-missed.ts';
import { hasPhotos } from '../../photos/has-photos.ts';
import { PhotoDisclosure } from '../../photos/photo-disclosure.tsx';
import { PayLink } from '../../pickups/pay-link.tsx';
import { PickupStatusBadge } from '../../pickups/pickup-status-badge.tsx';
import { dayText, isPayable, onDay, serviceTypeText } from '../../pickups/pickup-words.ts';
import { statusSentence } from '../../pickups/status-sentence.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { Elements } from '../../ui/elements.ts';
import { Money } from '../../ui/text/money.tsx';
import { toast } from '../../ui/toast/toast.ts';

interface PickupCardProps {
  pickup: Pickup;
  today: DateKey;
  /** Today's date from 18:00 on; otherwise null. */
  evening: DateKey | null;
}

export const PickupCard = memo(function PickupCard({ pickup, today, evening }: PickupCardProps) {
  const missed = useMissedInEvening(pickup, evening);
  const date = pickup.scheduledDate ? dayText(dateKeyOf(new Date(pickup.scheduledDate)), today, 'long') : 'No date';
  const isProblem = pickup.status === 'issue' || pickup.status === 'incomplete';
  return (
    <Card as="li" className="flex flex-col">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-xl">
            <Link
              to="/pickup-history/$id"
              params={{ id: pickup.id }}
              className="-my-2 inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-ink"
            >
              {date}
            </Link>
          </h2>
          <div className="mt-2 flex flex-wrap gap-2">
            <PickupStatusBadge status={pickup.status} />
            {isPayable(pickup) && <Badge tone="brick">Unpaid</Badge>}
          </div>
        </div>
        <Amount pickup={pickup} />
      </div>
      {pickup.status !== 'completed' && (
        <p className={classNames('mt-3', isProblem && 'font-semibold text-brick')}>
          {statusSentence(pickup, serverNow(), { missed })}
        </p>
      )}
      <ul className="mt-3 space-y-1.5">
        <Line icon={<Package className={lineIcon} aria-hidden="true" />}>
          {`${bagsText(pickup.bagCount)} · ${serviceTypeText(pickup.serviceType)}`}
        </Line>
        <Line icon={<MapPin className={lineIcon} aria-hidden="true" />}>
          <span translate="no">{pickup.address}</span>
        </Line>
        {pickup.specialInstructions && (
          <Line icon={<MessageSquareText className={lineIcon} aria-hidden="true" />}>
            <span className="sr-only">Special instructions: </span>
            <span className="whitespace-pre-line">{pickup.specialInstructions}</span>
          </Line>
        )}
        {pickup.completedAt && (
          <Line icon={<CircleCheck className="mt-0.5 size-5 shrink-0 text-leaf" aria-hidden="true" />}>
            {`Completed ${onDay(pickup.completedAt, serverNow())}`}
          </Line>
        )}
      </ul>
      {hasPhotos(pickup) && <PhotoDisclosure pickup={pickup} day={date} />}
      <Actions pickup={pickup} date={date} />
    </Card>
  );
});

/** The price. A plan's pickups are included in the plan. */
function Amount({ pickup: { serviceType, amount } }: { pickup: Pickup }) {
  if (serviceType !== 'subscription') return <Money amount={amount} className="font-bold font-display text-xl" />;
  return (
    <p className="leading-snug min-[24rem]:text-right">
      <span className="font-bold font-display text-xl">Included</span>
      <span className="sr-only"> in your plan</span>
      <Money amount={amount} className="block text-soft" />
    </p>
  );
}

function Actions({ pickup, date }: { pickup: Pickup; date: string }) {
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-4 empty:hidden">
      {isPayable(pickup) && (
        <PayLink
          pickup={pickup}
          subject={`${bagsText(pickup.bagCount)}, ${date}`}
          className={buttonClass('primary', 'sm')}
        />
      )}
      {(pickup.status === 'incomplete' || pickup.status === 'issue') && (
        <Link to="/pickup-history/$id" params={{ id: pickup.id }} className={buttonClass('outline', 'sm')}>
          <span>
            <span>What you can do</span>
            <span className="sr-only">{` about ${date}`}</span>
          </span>
        </Link>
      )}
      {pickup.status === 'completed' && (
        <Button
          variant="outline"
          size="sm"
          icon={<RotateCcw className="size-4.5" aria-hidden="true" />}
          onClick={() => toast({ title: 'Coming Soon', description: 'Repeating a pickup is coming soon.' })}
        >
          Repeat This Pickup
        </Button>
      )}
      {(pickup.status === 'completed' || pickup.status === 'cancelled') && (
        <BookAgainLink pickup={pickup} date={date} className={buttonClass('outline', 'sm')} />
      )}
    </div>
  );
}

const lineIcon = 'mt-0.5 size-5 shrink-0 text-azure';

function Line({ icon, children }: { icon: Elements; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      {icon}
      <span className="min-w-0 break-words">{children}</span>
    </li>
  );
}
