import { CircleDollarSign, CloudUpload, StickyNote } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { bagsText, statusLabels } from '../../../contract/pickups.ts';
import type { DateKey } from '../../../contract/values/dates.ts';
import { incompleteReasonText, timeText } from '../../pickups/pickup-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Money } from '../../ui/money.tsx';
import { StopNumber } from '../../ui/stop-number.tsx';
import { type NumberedStop, type StopState, stopStateOf } from '../schedule.ts';
import { PhoneLink } from '../stop/phone-link.tsx';
import { CompleteButton, NavigateButton, StopActions } from '../stop/stop-buttons.tsx';
import { customerNameOf } from '../stop/stop-words.ts';
import { WaitingBadge } from '../stop/waiting-badge.tsx';
import { DetailsButton, StopDetails } from './stop-details.tsx';

interface TodayStopProps {
  numbered: NumberedStop;
  today: DateKey;
  isNext: boolean;
  /** An action here has not reached the server yet. */
  isWaiting: boolean;
  isSelected: boolean;
  onToggle: () => void;
  /** The ids of the elements that may get the focus when the stop is resolved, by preference. */
  focusTargets: readonly string[];
  /** Presses on Complete are ignored for now (use-press-guard.ts). */
  isGuarded: boolean;
  onResolved: () => void;
}

/** The id of the element of a stop of today's route. */
export const todayStopId = (stopId: string): string => `stop-${stopId}`;

/** A stop of today's route. The next stop is a card with everything; the others are two lines that open to the same card. */
export function TodayStop(props: TodayStopProps) {
  const { numbered, today, isNext, isSelected, onToggle } = props;
  const { number, stop } = numbered;
  const [isExpanded, setExpanded] = useState(false);
  const id = todayStopId(stop.id);
  const addressId = `${id}-address`;
  const state = stopStateOf(stop);
  const isFinished = state !== 'open';
  const details = (
    <DetailsButton
      isExpanded={isExpanded}
      onToggle={() => setExpanded(!isExpanded)}
      controls={`${id}-details`}
      describedBy={addressId}
      className={isNext ? '' : '-my-1 -mr-2 min-w-11! sm:px-2!'}
    />
  );
  const isWhole = state === 'open' && (isNext || isExpanded);
  return (
    <li
      id={id}
      tabIndex={-1}
      aria-labelledby={addressId}
      className={classNames(
        // The page's own scroll padding leaves more room than the bottom bar takes, and there is none on a wide screen.
        'scroll-mt-8 -scroll-mb-5 rounded-card border outline-none focus-visible:outline-3 lg:-scroll-mb-20',
        isWhole ? 'p-3 sm:p-4' : 'px-3 py-1.5 sm:px-4',
        isFinished ? 'bg-marble' : 'bg-paper',
        isNext ? 'border-azure ring-1 ring-azure ring-inset' : 'border-line',
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
            onChange={onToggle}
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
          <StopLines {...props} addressId={addressId} state={state}>
            {details}
          </StopLines>
        )}
      </div>
      {isWhole ? (
        <WholeStop {...props} addressId={addressId} isExpanded={isExpanded} details={isNext ? details : null} />
      ) : (
        isExpanded && (
          <StopDetails id={`${id}-details`} stop={stop} today={today}>
            {stop.status !== 'issue' && (
              <StopActions stop={stop} describedBy={addressId} focusTargets={[id]} className="mt-3" />
            )}
          </StopDetails>
        )
      )}
    </li>
  );
}

interface StopLinesProps extends Pick<TodayStopProps, 'numbered' | 'isWaiting'> {
  addressId: string;
  state: StopState;
  /** The button that opens it. */
  children: ReactNode;
}

/** A later or a finished stop in two lines. What does not fit is in its details. */
function StopLines({ numbered: { number, stop }, isWaiting, addressId, state, children }: StopLinesProps) {
  const isFinished = state !== 'open';
  return (
    <div className={classNames('min-w-0', isFinished && 'text-soft')}>
      <div className="flex items-center gap-x-1.5 tiny:flex-wrap">
        <StopNumber number={number} isFinished={isFinished} isIncomplete={state === 'incomplete'} isSmall />
        <h3
          id={addressId}
          title={stop.address}
          className="min-w-0 grow basis-16 truncate font-sans font-semibold text-base leading-8 tracking-normal"
        >
          {stop.address}
        </h3>
        <Money amount={stop.amount} className="shrink-0" />
        {children}
      </div>
      <p className="flex items-center gap-x-1.5 text-[0.9375rem] text-soft leading-6 tabular-nums tiny:flex-wrap">
        {state === 'done' && <span className="shrink-0 font-semibold text-leaf">Done</span>}
        {state === 'incomplete' && (
          <span className="shrink-0 font-semibold text-brick">{statusLabels[stop.status]}</span>
        )}
        {state === 'incomplete' && stop.status === 'incomplete' && (
          <span className="shrink-0 text-brick">{incompleteReasonText(stop.incompleteReason)} ·</span>
        )}
        <span className="min-w-0 truncate" title={customerNameOf(stop)}>
          {customerNameOf(stop)}
        </span>
        <span className="shrink-0 whitespace-nowrap tiny:shrink tiny:whitespace-normal">
          · {bagsText(stop.bagCount)}
          {stop.estimatedArrival && !isFinished && <> · ETA {timeText(stop.estimatedArrival)}</>}
          {stop.completedAt && isFinished && (
            <>
              {' '}
              · <span className="sr-only">Completed </span>
              {timeText(stop.completedAt)}
            </>
          )}
        </span>
        {stop.paymentStatus === 'pending' && <Sign Icon={CircleDollarSign} text="Unpaid" className="text-ink" />}
        {stop.specialInstructions && !isFinished && (
          <Sign Icon={StickyNote} text="Special instructions" className="text-ink" />
        )}
        {isWaiting && <Sign Icon={CloudUpload} text="Waiting to send" className="text-azure" />}
      </p>
    </div>
  );
}

function Sign({ Icon, text, className }: { Icon: typeof CloudUpload; text: string; className: string }) {
  return (
    <span title={text} className={classNames('shrink-0', className)}>
      <Icon className="size-5" aria-hidden="true" />
      <span className="sr-only">{text}</span>
    </span>
  );
}

interface WholeStopProps extends TodayStopProps {
  addressId: string;
  isExpanded: boolean;
  /** The button that opens the details, if it isn't above. */
  details: ReactNode;
}

/** An open stop with its instructions, the customer's phone and every action. */
function WholeStop({ numbered: { stop }, today, isNext, isWaiting, addressId, ...rest }: WholeStopProps) {
  const { isExpanded, details, focusTargets, isGuarded, onResolved } = rest;
  const id = todayStopId(stop.id);
  return (
    <>
      <h3 id={addressId} className="mt-2 break-words font-sans font-semibold text-lg leading-snug tracking-normal">
        {stop.address}
      </h3>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="min-w-0 break-words">{customerNameOf(stop)}</p>
        <PhoneLink phone={stop.customerPhone} className="-mr-2" />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-soft tabular-nums">
        <span>{bagsText(stop.bagCount)}</span>
        {stop.estimatedArrival && <span>ETA {timeText(stop.estimatedArrival)}</span>}
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
          onCompleted={onResolved}
          className="grow px-3!"
        />
        {details}
      </div>
      <StopActions
        stop={stop}
        describedBy={addressId}
        focusTargets={focusTargets}
        onIncomplete={onResolved}
        className="mt-1"
      />
      {isExpanded && <StopDetails id={`${id}-details`} stop={stop} today={today} areInstructionsShown />}
    </>
  );
}

/** What the customer wrote: four lines of it until the details are opened, so that the buttons stay on the screen. */
function Instructions({ text, isWhole }: { text: string; isWhole: boolean }) {
  return (
    <p className="mt-2 rounded-control bg-maize-wash px-3 py-2 leading-snug">
      <span className="sr-only">Special instructions: </span>
      <span className={classNames('whitespace-pre-line break-words', !isWhole && 'line-clamp-4')}>{text}</span>
    </p>
  );
}
