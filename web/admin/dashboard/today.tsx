import { type Ref, startTransition, useId, useState } from 'react';
import { type AdminPickup, canMove, countedBagsText } from '../../../contract/pickups.ts';
import { CustomerName } from '../../pickups/customer-name.tsx';
import { IncompleteLine } from '../../pickups/incomplete-line.tsx';
import { openMove } from '../../pickups/moves/open-move.ts';
import { PickupMoves } from '../../pickups/moves/pickup-moves.tsx';
import { PickupStatusBadge } from '../../pickups/pickup-status-badge.tsx';
import { serviceTypeText } from '../../pickups/pickup-words.ts';
import { maxStops } from '../../routing/day-stops.ts';
import { etaText } from '../../routing/route-words.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useRowFocus } from '../../ui/hooks/use-row-focus.ts';
import { PartError, retryOf } from '../../ui/load-error.tsx';
import { PersonName } from '../../ui/text/person-name.tsx';
import type { Stops } from './data.ts';
import { byUrgency } from './day.ts';

export function DashboardToday({ stops }: { stops: Stops }) {
  const { data, isError } = stops;
  return (
    <section aria-labelledby="today">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="today" className="text-xl">
          Today&apos;s Route Details
        </h2>
        {data && data.length > 0 && (
          <p className="text-sm text-soft">
            <span>Typical day: </span>
            <span>Est. 2.5h</span>
          </p>
        )}
      </div>
      {data ? (
        <>
          {isError && (
            <p role="status" className="mb-2 text-soft">
              The last refresh failed
            </p>
          )}
          {data.length > 0 ? (
            <DashboardStopList stops={data} shownAtFirst={8} labelledBy="today" />
          ) : (
            <Card>
              <EmptyState title="No pickups today" heading="h3" className="py-6">
                Today's pickups and their drivers will appear here.
              </EmptyState>
            </Card>
          )}
        </>
      ) : (
        <Card>
          <PartError message="We couldn't load today's pickups." {...retryOf(stops)} />
        </Card>
      )}
    </section>
  );
}

/** Yesterday's unfinished pickups, which need a new date. Hidden when there are none. */
export function DashboardLeftovers({ stops }: { stops: readonly AdminPickup[] | undefined }) {
  if (!stops || stops.length === 0) return null;
  return (
    <section aria-labelledby="leftovers">
      <h2 id="leftovers" className="mb-3 text-brick text-xl">
        {`Left over from yesterday (${stops.length})`}
      </h2>
      <DashboardStopList stops={stops} shownAtFirst={3} labelledBy="leftovers" isLate />
    </section>
  );
}

interface DashboardStopListProps {
  stops: readonly AdminPickup[];
  /** The number of stops shown before 'Show all' is pressed. */
  shownAtFirst: number;
  labelledBy: string;
  isLate?: boolean;
}

/** A day's pickups, sorted by what needs attention. */
function DashboardStopList({ stops, shownAtFirst, labelledBy, isLate }: DashboardStopListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const sorted = stops.toSorted(byUrgency);
  const shown = isWhole ? sorted : sorted.slice(0, shownAtFirst);
  const rows = useRowFocus(shown.map(({ id }) => id));
  const firstHidden = sorted[shownAtFirst];
  return (
    <>
      <ul
        aria-labelledby={labelledBy}
        className={classNames('@container rounded-card border bg-paper px-4', isLate ? 'border-brick' : 'border-line')}
      >
        {shown.map((stop) => (
          <DashboardStop
            key={stop.id}
            ref={rows.rowRef(stop.id)}
            stop={stop}
            isOfMany={isWhole}
            onAct={() => rows.act(stop.id)}
          />
        ))}
      </ul>
      {!isWhole && firstHidden && (
        <Button
          variant="outline"
          className="mt-3 w-full"
          onClick={() => {
            // Hundreds of rows render in steps, so that other presses are handled in between.
            startTransition(() => setIsWhole(true));
            // The button disappears; the focus moves to the first new stop.
            rows.focusWhenThere(firstHidden.id);
          }}
        >
          {`Show all ${stops.length}${stops.length >= maxStops ? '+' : ''}`}
        </Button>
      )}
    </>
  );
}

interface DashboardStopProps {
  stop: AdminPickup;
  /**
   * True when the whole list shows: rows off screen aren't laid out then. The first rows always are, so that the list
   * doesn't grow while it is read.
   */
  isOfMany: boolean;
  /** Called when a button of the row is pressed, before the list changes. */
  onAct: () => void;
  ref: Ref<HTMLLIElement>;
}

function DashboardStop({ stop, isOfMany, onAct, ref }: DashboardStopProps) {
  const addressId = useId();
  const { status, address, serviceType, driverName, driverUsername } = stop;
  return (
    <li
      ref={ref}
      tabIndex={-1}
      aria-labelledby={addressId}
      className={classNames(
        '-mx-2 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 border-line border-b px-2 py-3 outline-none last:border-b-0 focus-visible:outline-3 @xl:grid-cols-[minmax(0,1fr)_7rem_9.75rem]',
        isOfMany &&
          '[contain-intrinsic-size:auto_7.75rem] [content-visibility:auto] @xl:[contain-intrinsic-size:auto_4.5rem]',
      )}
    >
      <div className="col-span-2 min-w-0 @xl:col-span-1">
        <h3 id={addressId} className="break-words font-sans font-semibold leading-snug tracking-normal">
          {address}
        </h3>
        <p className="break-words text-[0.9375rem] text-soft">
          <span>{`${countedBagsText(stop)} · `}</span>
          <CustomerName {...stop} />
          <span> ·</span> <span className="whitespace-nowrap">{serviceTypeText(serviceType)}</span>
        </p>
        <IncompleteLine pickup={stop} isShort />
      </div>
      <div className="min-w-0 leading-snug tiny:col-span-2">
        <p className={driverName !== null ? 'break-words' : 'font-semibold text-brick'}>
          <span className="sr-only">Driver: </span>
          {driverName !== null && driverUsername !== null ? (
            <PersonName name={driverName} username={driverUsername} />
          ) : (
            <span>Unassigned</span>
          )}
        </p>
        <Standing stop={stop} />
      </div>
      <div className="-mr-2 flex flex-wrap items-center justify-end gap-1 tiny:col-span-2 tiny:mr-0 tiny:justify-start">
        {canMove(status, 'reschedule') && (
          <Button
            variant="outline"
            size="sm"
            className="px-3!"
            aria-describedby={addressId}
            onClick={() => {
              onAct();
              openMove('reschedule', stop);
            }}
          >
            Reschedule
          </Button>
        )}
        <PickupMoves pickup={stop} without={rescheduleIsShown} onAct={onAct} />
      </div>
    </li>
  );
}

const rescheduleIsShown = ['reschedule'] as const;

/** The arrival time or the status. An unassigned stop shows neither. */
function Standing({ stop: { status, estimatedArrival } }: { stop: AdminPickup }) {
  if (status === 'pending') return null;
  if (status !== 'assigned') return <PickupStatusBadge status={status} />;
  return estimatedArrival && <p className="text-[0.9375rem] text-soft">{`ETA ${etaText(estimatedArrival)}`}</p>;
}
