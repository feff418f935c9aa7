import { Check, Ellipsis, Pin, ShoppingBag, Truck, X } from 'lucide-react';
import { memo } from 'react';
import { bagsOf, countedBagsText, statusLabels } from '../../../contract/pickups.ts';
import type { BoardStop } from '../../../contract/routing/day-board.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { classNames } from '../../ui/class-names.ts';
import { TicketButton } from '../disposal/ticket-button.tsx';
import { visitText, visitTitle } from '../disposal/visit-words.ts';
import { streetOf } from '../route-words.ts';
import { stopName } from './board-model.ts';
import { timeWord, typeWord } from './board-words.ts';

interface StopRowProps {
  stop: BoardStop;
  /** The warning that the stop is planned after its window; undefined if it isn't. */
  late: string | undefined;
  /** The stop's position in the route; null if it has none yet. */
  number: number | null;
  isSelected: boolean;
  /** True if Tab reaches this row of its column. Arrow keys reach the others. */
  isTabStop: boolean;
  isDragged: boolean;
  /** True for past dates. */
  isReadOnly: boolean;
}

/**
 * One open stop. The board listens for the clicks, keys and drags of all rows, so a row has no handlers, and a refresh
 * renders only rows that changed. Rows out of view have no layout.
 */
export const StopRow = memo(function StopRow(props: StopRowProps) {
  const { stop, late, number, isSelected, isTabStop, isDragged, isReadOnly } = props;
  const name = stopName(stop);
  const Mark = isReadOnly ? 'span' : 'label';
  return (
    <li
      data-stop={stop.id}
      className={classNames(
        'grid select-none grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[3.5rem] items-center border-line border-b [content-visibility:auto]',
        late ? '[contain-intrinsic-size:auto_5rem]' : 'h-14 [contain-intrinsic-size:auto_3.5rem]',
        isSelected ? 'bg-azure-wash' : 'bg-paper hover:bg-step',
        isDragged && 'opacity-45',
        !isReadOnly && 'cursor-default',
      )}
    >
      <Mark className="flex h-full min-w-11 items-center gap-1.5 pl-2.5">
        {!isReadOnly && (
          <input
            type="checkbox"
            checked={isSelected}
            readOnly
            tabIndex={isTabStop ? 0 : -1}
            aria-label={`${number === null ? '' : `Stop ${number}, `}${name}, ${streetOf(stop.address)}`}
            className="size-5 shrink-0 cursor-pointer accent-azure"
          />
        )}
        {number !== null && (
          <span
            aria-hidden="true"
            className={classNames(
              'min-w-6 text-center font-bold font-display',
              stop.routeOrder === null && 'text-soft',
            )}
          >
            {number}
          </span>
        )}
      </Mark>
      <div className="min-w-0 pl-1.5 leading-tight">
        <p className="flex items-baseline gap-2">
          <span className="min-w-0 grow truncate font-semibold">{name}</span>
          <span className="shrink-0 text-sm">{timeWord(stop)}</span>
        </p>
        <p className="mt-0.5 flex items-center gap-1.5 text-sm text-soft">
          <span className="min-w-0 grow truncate">{streetOf(stop.address)}</span>
          <Bags stop={stop} />
          {stop.isPinned && (
            <span role="img" aria-label="Pinned" title="Pinned: Optimize keeps its place" className="shrink-0 text-ink">
              <Pin className="size-3.5 fill-current" aria-hidden="true" />
            </span>
          )}
          <span className={classNames('shrink-0 font-semibold', typeColors[stop.serviceType] ?? 'text-ink')}>
            {typeWord(stop.serviceType)}
          </span>
          <span className="sr-only">{`, ${statusLabels[stop.status]}`}</span>
        </p>
      </div>
      <button
        type="button"
        data-open
        tabIndex={isTabStop ? 0 : -1}
        aria-label={`Open ${name}`}
        title="Open (Enter)"
        className="grid h-full w-11 place-items-center rounded-control text-soft @2xl:w-9 hover:bg-step hover:text-ink"
      >
        <Ellipsis className="size-5" aria-hidden="true" />
      </button>
      {late && (
        <p className="col-span-full mx-2.5 -mt-1 mb-1.5 font-semibold text-brick text-sm leading-tight">{late}</p>
      )}
    </li>
  );
});

/** The number of bags counted by the driver, else the number booked. */
function Bags({ stop }: { stop: BoardStop }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-0.5 text-ink" title={countedBagsText(stop)}>
      <ShoppingBag className="size-3.5 text-soft" aria-hidden="true" />
      <span aria-hidden="true">{bagsOf(stop)}</span>
      <span className="sr-only">{countedBagsText(stop)}</span>
    </span>
  );
}

/** A visit to a disposal site. It can't be selected or moved. */
export const VisitRow = memo(function VisitRow({ visit }: { visit: DisposalVisit }) {
  return (
    <li className="flex min-h-14 items-center border-line border-b bg-step py-1.5 pr-3 pl-2.5 leading-tight">
      <span className="grid w-11 shrink-0 place-items-center pr-1.5">
        <Truck className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0 grow">
        <p className="break-words font-semibold">{visitTitle(visit)}</p>
        <p className="mt-0.5 text-sm text-soft">{visitText(visit)}</p>
      </div>
      <TicketButton visit={visit} />
    </li>
  );
});

const typeColors: Partial<Record<BoardStop['serviceType'], string>> = {
  subscription: 'text-azure',
  'same-day': 'text-brick',
};

/** A resolved stop, on one line. */
export const ResolvedRow = memo(function ResolvedRow({ stop, number }: { stop: BoardStop; number: number }) {
  const isDone = stop.status === 'completed';
  const Icon = isDone ? Check : X;
  return (
    <li data-resolved={stop.id} className="flex h-11 items-center gap-2 border-line border-b pl-2.5 text-sm text-soft">
      <Icon className={classNames('size-4 shrink-0', isDone ? 'text-leaf' : 'text-brick')} aria-hidden="true" />
      <span className="w-6 text-center">{number}</span>
      <span className="min-w-0 grow truncate">{`${stopName(stop)} · ${streetOf(stop.address)}`}</span>
      <Bags stop={stop} />
      <span className={classNames('shrink-0', !isDone && 'text-brick')}>{statusLabels[stop.status]}</span>
      <button
        type="button"
        data-open
        aria-label={`Open ${stopName(stop)}`}
        title="Open"
        className="grid h-full w-11 shrink-0 place-items-center rounded-control hover:bg-step hover:text-ink"
      >
        <Ellipsis className="size-5" aria-hidden="true" />
      </button>
    </li>
  );
});
