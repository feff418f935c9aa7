import { memo, useContext, useState } from 'react';
import type { DriverStop } from '../../../contract/drivers.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { timeText } from '../../pickups/pickup-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { Elements } from '../../ui/elements.ts';
import { StopNumber } from '../../ui/stop-number.tsx';
import { Money } from '../../ui/text/money.tsx';
import { stopStateOf } from '../schedule.ts';
import { PhoneLink } from '../stop/phone-link.tsx';
import { StopBags } from '../stop/stop-bags.tsx';
import { CompleteButton, NavigateButton, StopActions } from '../stop/stop-buttons.tsx';
import { customerNameOf } from '../stop/stop-words.ts';
import { WaitingBadge } from '../stop/waiting-badge.tsx';
import { StopDetails } from './stop-details.tsx';
import { StopDetailsButton, StopLines } from './stop-lines.tsx';
import { TodayItem } from './today-item.tsx';
import { TodayList, todayItemId } from './today-list.ts';

interface TodayStopProps {
  number: number;
  stop: DriverStop;
  today: DateKey;
  isNext: boolean;
  /** True if an action at this stop has not reached the server yet. */
  isWaiting: boolean;
  isSelected: boolean;
  onToggle: (stopId: string) => void;
}

/**
 * A stop of today's route. The next stop is a full card. The others are two lines that open into the same card, and
 * have no layout while they are out of view. A press elsewhere in the list renders only the stops that it changes.
 */
export const TodayStop = memo(function TodayStop(props: TodayStopProps) {
  const { number, stop, today, isNext, isSelected, onToggle } = props;
  const [isExpanded, setExpanded] = useState(false);
  const id = todayItemId(stop.id);
  const addressId = `${id}-address`;
  const state = stopStateOf(stop);
  const isFinished = state !== 'open';
  const details = <StopDetailsButton {...{ id, addressId, isExpanded, isNext }} onToggle={setExpanded} />;
  const isWhole = state === 'open' && (isNext || isExpanded);
  return (
    <TodayItem
      itemId={stop.id}
      labelledBy={addressId}
      isNext={isNext}
      isFinished={isFinished}
      className={classNames(
        isWhole ? 'p-3 sm:p-4' : 'px-3 py-1.5 sm:px-4',
        !isWhole && '[contain-intrinsic-size:auto_4rem] [content-visibility:auto] [overflow-clip-margin:0.5rem]',
      )}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-1.5 tiny:block">
        <label
          className={classNames('-my-1.5 -ml-2.5 grid size-11 place-items-center', isFinished && 'cursor-default!')}
        >
          <input
            type="checkbox"
            aria-label={`Select stop ${number}`}
            aria-describedby={addressId}
            className="size-6 accent-azure"
            checked={isSelected}
            disabled={isFinished}
            onChange={() => onToggle(stop.id)}
          />
        </label>
        {isWhole ? (
          <div className="flex min-h-9 flex-wrap items-center gap-x-1.5 gap-y-2">
            <StopNumber number={number} isFinished={false} />
            {isNext && <Badge tone="azure">Next stop</Badge>}
            <Money amount={stop.amount} className="ml-auto font-semibold text-lg" />
            {!isNext && details}
          </div>
        ) : (
          <StopLines
            {...{ number, stop, state, id, addressId, isExpanded }}
            isWaiting={props.isWaiting}
            onToggle={setExpanded}
          />
        )}
      </div>
      {isWhole ? (
        <WholeStop {...props} addressId={addressId} isExpanded={isExpanded} details={isNext ? details : null} />
      ) : (
        isExpanded && (
          <StopDetails id={`${id}-details`} stop={stop} today={today} addressId={addressId}>
            {stop.status !== 'issue' && (
              <StopActions stop={stop} describedBy={addressId} focusTargets={[id]} className="mt-3" />
            )}
          </StopDetails>
        )
      )}
    </TodayItem>
  );
});

interface WholeStopProps extends TodayStopProps {
  addressId: string;
  isExpanded: boolean;
  /** The button that opens the details, unless it is already shown above. */
  details: Elements;
}

/** An open stop with its instructions, the customer's phone and every action. */
function WholeStop({ stop, today, isNext, isWaiting, addressId, isExpanded, details }: WholeStopProps) {
  const { isGuarded, focusTargetsOf, onResolved } = useContext(TodayList);
  const id = todayItemId(stop.id);
  const focusTargets = focusTargetsOf(stop.id);
  return (
    <>
      <h3
        id={addressId}
        translate="no"
        className="mt-2 break-words font-sans font-semibold text-lg leading-snug tracking-normal"
      >
        {stop.address}
      </h3>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="min-w-0 break-words">{customerNameOf(stop)}</p>
        <PhoneLink phone={stop.customerPhone} className="-mr-2" />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-soft">
        <StopBags stop={stop} describedBy={addressId} />
        {stop.estimatedArrival && <span>{`ETA ${timeText(stop.estimatedArrival)}`}</span>}
        {stop.paymentStatus === 'pending' && <Badge tone="maize">Unpaid</Badge>}
        {isWaiting && <WaitingBadge />}
      </p>
      {stop.specialInstructions && <Instructions text={stop.specialInstructions} isWhole={isExpanded} />}
      <div className="mt-3 flex flex-wrap gap-2">
        <NavigateButton place={stop} describedBy={addressId} className="grow px-3!" />
        <CompleteButton
          stopId={stop.id}
          variant={isNext ? 'primary' : 'outline'}
          describedBy={addressId}
          focusTargets={focusTargets}
          isGuarded={isGuarded}
          onDone={() => onResolved(stop.id)}
          className="grow px-3!"
        />
        {details}
      </div>
      <StopActions
        stop={stop}
        describedBy={addressId}
        focusTargets={focusTargets}
        onIncomplete={() => onResolved(stop.id)}
        className="mt-1"
      />
      {isExpanded && <StopDetails id={`${id}-details`} stop={stop} today={today} areInstructionsShown />}
    </>
  );
}

/**
 * The customer's instructions. They are cut to four lines until the details are opened, so that the
 * buttons stay on the screen.
 */
function Instructions({ text, isWhole }: { text: string; isWhole: boolean }) {
  return (
    <p className="mt-2 rounded-control bg-maize-wash px-3 py-2 leading-snug">
      <span className="sr-only">Special instructions: </span>
      <span className={classNames('whitespace-pre-line break-words', !isWhole && 'line-clamp-4')}>{text}</span>
    </p>
  );
}
