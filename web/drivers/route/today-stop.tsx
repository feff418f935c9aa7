import { type ReactNode, useState } from 'react';
import type { DriverStop } from '../../../contract/drivers.ts';
import { bagsText, statusLabels } from '../../../contract/pickups.ts';
import type { DateKey } from '../../../contract/values/dates.ts';
import { incompleteReasonText, timeText } from '../../pickups/pickup-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Money } from '../../ui/money.tsx';
import { StopNumber } from '../../ui/stop-number.tsx';
import { type NumberedStop, type StopState, stopStateOf } from '../schedule.ts';
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
  /** The id of the element that gets the focus when the stop itself is gone. */
  headingId: string;
}

/** The id of the element of a stop of today's route. */
export const todayStopId = (stopId: string): string => `stop-${stopId}`;

export function TodayStop({ numbered: { number, stop }, today, ...rest }: TodayStopProps) {
  const { isNext, isWaiting, isSelected, onToggle, headingId } = rest;
  const [isExpanded, setExpanded] = useState(false);
  const id = todayStopId(stop.id);
  const addressId = `${id}-address`;
  const state = stopStateOf(stop);
  const isFinished = state !== 'open';
  const focusTargets = [id, headingId];
  const details = (
    <DetailsButton
      isExpanded={isExpanded}
      onToggle={() => setExpanded(!isExpanded)}
      controls={`${id}-details`}
      describedBy={addressId}
      {...(isFinished && { className: '-my-1.5 -mr-3 -ml-2 sm:mr-0' })}
    />
  );
  return (
    <li
      id={id}
      tabIndex={-1}
      aria-labelledby={addressId}
      className={classNames(
        'rounded-card border p-3 outline-none focus-visible:outline-3 sm:p-4',
        isFinished ? 'bg-marble' : 'bg-paper',
        isNext ? 'border-azure ring-1 ring-azure ring-inset' : 'border-line',
      )}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 tiny:block">
        <label
          className={classNames('-mt-1.5 -ml-1.5 grid size-12 place-items-center', isFinished && 'cursor-default!')}
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
        <div className="min-w-0">
          <div className="flex min-h-9 flex-wrap items-center gap-x-1.5 gap-y-2">
            <StopNumber number={number} isFinished={isFinished} isIncomplete={state === 'incomplete'} />
            {isNext && <Badge tone="azure">Next stop</Badge>}
            {state === 'done' && <Badge tone="leaf">Done</Badge>}
            {state === 'incomplete' && <Badge tone="brick">{statusLabels[stop.status]}</Badge>}
            <Money amount={stop.amount} className={classNames('ml-auto text-lg', !isFinished && 'font-semibold')} />
            {isFinished && details}
          </div>
          <StopSummary stop={stop} addressId={addressId} state={state}>
            {stop.specialInstructions && !isExpanded && !isFinished && (
              <Badge tone="maize" className="whitespace-normal!">
                Special instructions
              </Badge>
            )}
            {isWaiting && <WaitingBadge />}
          </StopSummary>
        </div>
      </div>
      {isExpanded && (
        <StopDetails id={`${id}-details`} stop={stop} today={today}>
          {isFinished && (
            <StopActions stop={stop} describedBy={addressId} focusTargets={focusTargets} className="mt-3" />
          )}
        </StopDetails>
      )}
      {!isFinished && (
        <>
          <div className="mt-3 flex flex-wrap gap-2">
            <NavigateButton place={stop} describedBy={addressId} className="grow px-3!" />
            <CompleteButton
              stopId={stop.id}
              variant={isNext ? 'primary' : 'outline'}
              describedBy={addressId}
              focusTargets={focusTargets}
              className="grow px-3!"
            />
            {details}
          </div>
          <StopActions stop={stop} describedBy={addressId} focusTargets={focusTargets} className="mt-1" />
        </>
      )}
    </li>
  );
}

interface StopSummaryProps {
  stop: DriverStop;
  addressId: string;
  state: StopState;
  children: ReactNode;
}

function StopSummary({ stop, addressId, state, children }: StopSummaryProps) {
  const isFinished = state !== 'open';
  return (
    <>
      <h3
        id={addressId}
        className={classNames(
          'mt-1.5 break-words font-sans font-semibold text-lg leading-snug tracking-normal',
          isFinished && 'text-soft',
        )}
      >
        {stop.address}
      </h3>
      <p className={classNames('break-words', isFinished && 'text-soft')}>{customerNameOf(stop)}</p>
      {state === 'incomplete' && (
        <p className="font-semibold text-brick">{incompleteReasonText(stop.incompleteReason)}</p>
      )}
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-soft tabular-nums">
        <span>{bagsText(stop.bagCount)}</span>
        {stop.estimatedArrival && !isFinished && <span>ETA {timeText(stop.estimatedArrival)}</span>}
        {stop.completedAt && isFinished && <span>Completed {timeText(stop.completedAt)}</span>}
        {stop.paymentStatus === 'pending' && <Badge tone="maize">Unpaid</Badge>}
        {children}
      </p>
    </>
  );
}
