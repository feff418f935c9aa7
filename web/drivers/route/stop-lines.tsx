import { CircleDollarSign, CloudUpload, StickyNote } from 'lucide-react';
import { memo } from 'react';
import type { DriverStop } from '../../../contract/drivers.ts';
import { countedBagsText, statusLabels } from '../../../contract/pickups.ts';
import { incompleteReasonText, timeText } from '../../pickups/pickup-words.ts';
import { classNames } from '../../ui/class-names.ts';
import { StopNumber } from '../../ui/stop-number.tsx';
import { Money } from '../../ui/text/money.tsx';
import type { StopState } from '../schedule.ts';
import { customerNameOf } from '../stop/stop-words.ts';
import { DetailsButton } from './stop-details.tsx';

interface StopDetailsButtonProps {
  /** The id of the stop's element. */
  id: string;
  addressId: string;
  isExpanded: boolean;
  isNext: boolean;
  onToggle: (isExpanded: boolean) => void;
}

export function StopDetailsButton({ id, addressId, isExpanded, isNext, onToggle }: StopDetailsButtonProps) {
  return (
    <DetailsButton
      isExpanded={isExpanded}
      onToggle={() => onToggle(!isExpanded)}
      controls={`${id}-details`}
      describedBy={addressId}
      className={isNext ? '' : '-my-1 -mr-2 min-w-11! sm:px-2!'}
    />
  );
}

interface StopLinesProps extends Omit<StopDetailsButtonProps, 'isNext'> {
  number: number;
  stop: DriverStop;
  state: StopState;
  /** True if an action at this stop has not reached the server yet. */
  isWaiting: boolean;
}

/** A later or finished stop in two lines; the rest is in its details. Selecting it doesn't render the lines again. */
export const StopLines = memo(function StopLines({ number, stop, isWaiting, state, ...button }: StopLinesProps) {
  const isFinished = state !== 'open';
  return (
    <div className={classNames('min-w-0', isFinished && 'text-soft')}>
      <div className="flex items-center gap-x-1.5 tiny:flex-wrap">
        <StopNumber number={number} isFinished={isFinished} isIncomplete={state === 'incomplete'} isSmall />
        <h3
          id={button.addressId}
          title={stop.address}
          translate="no"
          className="min-w-0 grow basis-16 truncate font-sans font-semibold text-base leading-8 tracking-normal tiny:basis-32 tiny:whitespace-normal tiny:leading-tight"
        >
          {stop.address}
        </h3>
        <Money amount={stop.amount} className="shrink-0" />
        <StopDetailsButton {...button} isNext={false} />
      </div>
      <p className="flex items-center gap-x-1.5 text-[0.9375rem] text-soft leading-6 tiny:flex-wrap">
        {state === 'done' && <span className="shrink-0 font-semibold text-leaf">Done</span>}
        {state === 'incomplete' && (
          <span className="shrink-0 font-semibold text-brick">{statusLabels[stop.status]}</span>
        )}
        {state === 'incomplete' && stop.status === 'incomplete' && (
          <span className="shrink-0 text-brick">{`${incompleteReasonText(stop.incompleteReason)} ·`}</span>
        )}
        <span className="min-w-0 truncate" title={customerNameOf(stop)}>
          {customerNameOf(stop)}
        </span>
        <span className="shrink-0 whitespace-nowrap tiny:shrink tiny:whitespace-normal">
          <span>{`· ${countedBagsText(stop)}`}</span>
          {stop.estimatedArrival && !isFinished && <span>{` · ETA ${timeText(stop.estimatedArrival)}`}</span>}
          {stop.completedAt && isFinished && (
            <>
              <span> · </span>
              <span className="sr-only">Completed </span>
              <span>{timeText(stop.completedAt)}</span>
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
});

function Sign({ Icon, text, className }: { Icon: typeof CloudUpload; text: string; className: string }) {
  return (
    <span title={text} className={classNames('shrink-0', className)}>
      <Icon className="size-5" aria-hidden="true" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
