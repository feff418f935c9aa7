import { Link } from '@tanstack/react-router';
import { PackagePlus } from 'lucide-react';
import { bagsText, type Pickup } from '../../../contract/pickups.ts';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import { eveningDayOf } from '../../../contract/values/missed-window.ts';
import { useMissedInEvening } from '../../missed/use-missed.ts';
import { PayLink } from '../../pickups/pay-link.tsx';
import { PickupStatusBadge } from '../../pickups/pickup-status-badge.tsx';
import { curbAdvice, instantDayText, isPayable, serviceTypeText } from '../../pickups/pickup-words.ts';
import { isOverdue, statusSentence } from '../../pickups/status-sentence.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyStoop, StreetCorner } from '../../ui/street/street-corner.tsx';

interface NextPickupProps {
  /** The first upcoming pickup; null when there is none, undefined when it could not be loaded. */
  pickup: Pickup | null | undefined;
  now: Date;
  onBook: () => void;
  onRetry: () => void;
}

export function NextPickup({ pickup, now, onBook, onRetry }: NextPickupProps) {
  const Art = pickup ? StreetCorner : EmptyStoop;
  return (
    <Card
      as="section"
      tone="deep"
      aria-labelledby="next-pickup"
      className="flex flex-col overflow-hidden sm:flex-row sm:items-stretch sm:justify-between sm:gap-6 lg:col-span-2"
    >
      <div className="order-2 flex min-w-0 grow flex-col items-start sm:order-1">
        {pickup ? <Upcoming pickup={pickup} now={now} /> : <Nothing isUnknown={pickup === undefined} />}
        <div className="mt-auto flex flex-wrap gap-3 pt-4">
          {pickup && isPayable(pickup) && <PayLink pickup={pickup} className={buttonClass('maize')} />}
          {pickup && <PickupLink pickup={pickup} />}
          <Button
            variant={pickup ? 'outline' : 'maize'}
            icon={<PackagePlus className="size-5" aria-hidden="true" />}
            onClick={onBook}
          >
            Book Pickup
          </Button>
          {pickup === undefined && (
            <Button variant="outline" onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      </div>
      <Art
        // Bleeds to the edges of the card, whose color continues the road.
        className={`order-1 shrink-0 rounded-none! sm:order-2 sm:mt-4 sm:-mr-5 sm:-mb-5 sm:block sm:w-60 sm:self-end lg:w-72 ${pickup ? 'hidden' : '-mx-4 -mt-4 w-[calc(100%+2rem)]'}`}
      />
    </Card>
  );
}

function Upcoming({ pickup, now }: { pickup: Pickup; now: Date }) {
  const day = pickup.scheduledDate && dateKeyOf(new Date(pickup.scheduledDate));
  const missed = useMissedInEvening(pickup, eveningDayOf(now));
  const advice = day && !isOverdue({ missed }) && curbAdvice(day, now);
  return (
    <>
      <div className="flex w-full flex-wrap items-center justify-between gap-2 sm:justify-start sm:gap-3">
        <h2 id="next-pickup" className="font-normal font-sans text-azure-wash text-base tracking-normal">
          Next pickup
        </h2>
        <span className="flex flex-wrap gap-2">
          <PickupStatusBadge status={pickup.status} />
          {isPayable(pickup) && <Badge tone="brick">Unpaid</Badge>}
        </span>
      </div>
      <p className="mt-1.5 max-w-full break-words font-bold font-display text-3xl leading-tight">
        {instantDayText(pickup.scheduledDate, now, 'Date to be set')}
      </p>
      <p className="mt-1 max-w-full">{statusSentence(pickup, now, { missed })}</p>
      <p className="mt-1 max-w-full break-words text-azure-wash">
        {bagsText(pickup.bagCount)} · {serviceTypeText(pickup.serviceType)}
        <br />
        {pickup.address}
      </p>
      {advice && <p className="mt-2 font-semibold">{advice}</p>}
    </>
  );
}

function PickupLink({ pickup }: { pickup: Pickup }) {
  return (
    <Link
      to="/pickup-history/$id"
      params={{ id: pickup.id }}
      className={buttonClass(isPayable(pickup) ? 'outline' : 'maize')}
    >
      View Pickup
    </Link>
  );
}

function Nothing({ isUnknown }: { isUnknown: boolean }) {
  return (
    <>
      <h2 id="next-pickup" className="text-2xl sm:text-3xl">
        {isUnknown ? 'Next pickup' : 'No upcoming pickups'}
      </h2>
      <p className="mt-1.5 text-azure-wash">
        {isUnknown
          ? 'We could not load your next pickup. It is still booked.'
          : 'Put your bags at the curb by 7 AM and our team picks them up, 7 days a week.'}
      </p>
    </>
  );
}
