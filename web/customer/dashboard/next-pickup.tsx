import { Link } from '@tanstack/react-router';
import { PackagePlus } from 'lucide-react';
import { bagsText, type Pickup } from '../../../contract/pickups.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import { eveningDayOf } from '../../../contract/values/time/missed-window.ts';
import { useMissedInEvening } from '../../missed/use-missed.ts';
import { PayLink } from '../../pickups/pay-link.tsx';
import { PickupStatusBadge } from '../../pickups/pickup-status-badge.tsx';
import { curbAdvice, instantDayText, isPayable, serviceTypeText } from '../../pickups/pickup-words.ts';
import { isOverdue, statusSentence } from '../../pickups/status-sentence.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { CardCounter } from './card-counter.tsx';
import { curbsideOf, greetingAt } from './dashboard-words.ts';
import { HeroScene } from './hero-scene.tsx';

interface NextPickupProps {
  username: string;
  /** The first upcoming pickup; null when there is none, undefined when it could not be loaded. */
  pickup: Pickup | null | undefined;
  /** The number of upcoming pickups. */
  count: number | undefined;
  now: Date;
  onBook: () => void;
  onRetry: () => void;
}

/**
 * The dashboard's first card: the greeting, the next pickup and its actions, with a picture of the street. On phones
 * the street is a strip below the text; on wider screens the text is left of the houses.
 */
export function NextPickup({ username, pickup, count, now, onBook, onRetry }: NextPickupProps) {
  return (
    <section
      aria-labelledby="next-pickup"
      className="sky relative isolate flex min-w-0 flex-col overflow-hidden rounded-card border border-line sm:min-h-84 lg:col-span-3"
    >
      <div className="flex grow flex-col items-start p-4 tiny:p-2.5 sm:w-[55%] sm:p-6 sm:pb-26">
        <p className="max-w-full truncate font-display font-semibold text-lg sm:text-xl">
          {`${greetingAt(now)}, ${username}`}
        </p>
        {pickup ? (
          <Upcoming pickup={pickup} count={count} now={now} />
        ) : (
          <Nothing isUnknown={pickup === undefined} count={count} />
        )}
        <div className="mt-auto flex w-full flex-wrap gap-3 pt-4">
          {pickup && isPayable(pickup) && <PayLink pickup={pickup} className={buttonClass('primary')} />}
          {pickup && <PickupLink pickup={pickup} />}
          {!pickup && (
            <Button icon={<PackagePlus className="size-5" aria-hidden="true" />} onClick={onBook}>
              Book Pickup
            </Button>
          )}
          {pickup === undefined && (
            <Button variant="outline" onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      </div>
      <HeroScene
        curbside={curbsideOf(pickup, now)}
        className="-z-10 -mt-14 h-52 w-[165%] shrink-0 self-end overflow-visible tiny:hidden sm:absolute sm:right-0 sm:bottom-0 sm:mt-0 sm:h-full sm:max-h-84 sm:w-full"
      />
    </section>
  );
}

/** The card's heading with its counter. */
function Heading({ title, count }: { title: string; count: number | undefined }) {
  return (
    <div className="mt-3 flex w-full flex-wrap items-baseline justify-between gap-x-4 sm:justify-start">
      <h2 id="next-pickup" className="font-normal font-sans text-base text-soft tracking-normal">
        {title}
      </h2>
      <CardCounter name="Upcoming" value={count} />
    </div>
  );
}

function Upcoming({ pickup, count, now }: { pickup: Pickup; count: number | undefined; now: Date }) {
  const day = pickup.scheduledDate && dateKeyOf(new Date(pickup.scheduledDate));
  const missed = useMissedInEvening(pickup, eveningDayOf(now));
  const advice = day && !pickup.heldAt && !isOverdue({ missed }) && curbAdvice(day, now);
  return (
    <>
      <Heading title="Next pickup" count={count} />
      <div className="mt-0.5 flex w-full flex-wrap items-center gap-x-3 gap-y-1">
        <p className="max-w-full break-words font-bold font-display text-3xl leading-tight sm:text-4xl">
          {instantDayText(pickup.scheduledDate, now, 'Date to be set')}
        </p>
        <span className="flex flex-wrap gap-2">
          <PickupStatusBadge status={pickup.status} />
          {isPayable(pickup) && <Badge tone="brick">Unpaid</Badge>}
        </span>
      </div>
      <p className="mt-1.5 max-w-full text-pretty">
        <span>{statusSentence(pickup, now, { missed })}</span>{' '}
        {advice && <span className="font-semibold">{advice}</span>}
      </p>
      <p className="mt-1.5 max-w-full break-words text-soft">
        <span>{`${bagsText(pickup.bagCount)} · ${serviceTypeText(pickup.serviceType)}`}</span>
        <br />
        <span translate="no">{pickup.address}</span>
      </p>
    </>
  );
}

function PickupLink({ pickup }: { pickup: Pickup }) {
  return (
    <Link
      to="/pickup-history/$id"
      params={{ id: pickup.id }}
      className={buttonClass(isPayable(pickup) ? 'outline' : 'primary')}
    >
      View Pickup
    </Link>
  );
}

function Nothing({ isUnknown, count }: { isUnknown: boolean; count: number | undefined }) {
  if (isUnknown) {
    return (
      <>
        <Heading title="Next pickup" count={count} />
        <p className="mt-1.5">We couldn't load your next pickup. It's still booked.</p>
      </>
    );
  }
  return (
    <>
      <Heading title="Next pickup" count={count} />
      <p className="mt-0.5 font-bold font-display text-3xl leading-tight sm:text-4xl">Nothing scheduled</p>
      <p className="mt-1.5 text-pretty">Put your bags at the curb by 7 AM and our team picks them up, 7 days a week.</p>
    </>
  );
}
