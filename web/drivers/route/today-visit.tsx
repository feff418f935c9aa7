import { memo, useContext } from 'react';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { timeText } from '../../pickups/pickup-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { NavigateButton } from '../stop/stop-buttons.tsx';
import { WaitingBadge } from '../stop/waiting-badge.tsx';
import { EmptiedButton, TicketButton } from '../visit/visit-buttons.tsx';
import { VisitSign } from '../visit/visit-sign.tsx';
import { onBoardText, tonsText, visitTitle } from '../visit/visit-words.ts';
import { TodayItem } from './today-item.tsx';
import { TodayList, todayItemId } from './today-list.ts';

interface TodayVisitProps {
  visit: DisposalVisit;
  isNext: boolean;
  /** True if an action at this visit has not reached the server yet. */
  isWaiting: boolean;
}

/** A visit to a disposal site, shown among the stops of today's route (TRUCK-40). */
export const TodayVisit = memo(function TodayVisit({ visit, isNext, isWaiting }: TodayVisitProps) {
  const { isGuarded, focusTargetsOf, onResolved } = useContext(TodayList);
  const titleId = `${todayItemId(visit.id)}-title`;
  const isDone = visit.emptiedAt !== null;
  const focusTargets = focusTargetsOf(visit.id);
  const tons = tonsText(visit);
  return (
    <TodayItem
      itemId={visit.id}
      labelledBy={titleId}
      isNext={isNext}
      isFinished={isDone}
      className={isDone ? 'p-3 text-soft sm:p-4' : 'p-3 sm:p-4'}
    >
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-2">
        <VisitSign isDone={isDone} />
        <h3 id={titleId} className="min-w-0 break-words font-sans font-semibold text-lg leading-snug tracking-normal">
          {visitTitle(visit)}
        </h3>
        {isNext && <Badge tone="azure">Next</Badge>}
        {isWaiting && <WaitingBadge />}
      </div>
      <p className="mt-1 break-words">
        <span className="font-semibold">{visit.siteName}</span>
        {!isDone && (
          <span translate="no" className="block text-soft">
            {visit.address}
          </span>
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
        {visit.emptiedAt !== null && (
          <span>
            <span className="font-semibold text-leaf">Done</span>
            <span>{` · ${timeText(visit.emptiedAt)}`}</span>
          </span>
        )}
        {!isDone && visit.estimatedArrival && <span>{`ETA ${timeText(visit.estimatedArrival)}`}</span>}
        {!isDone && <span>{onBoardText(visit)}</span>}
        {tons && <span>{tons}</span>}
      </p>
      {isDone ? (
        <TicketButton visit={visit} describedBy={titleId} className="mt-1 -ml-2 px-2!" />
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          <NavigateButton place={visit} describedBy={titleId} className="grow px-3!" />
          <EmptiedButton
            visit={visit}
            variant={isNext ? 'primary' : 'outline'}
            describedBy={titleId}
            focusTargets={focusTargets}
            isGuarded={isGuarded}
            onDone={() => onResolved(visit.id)}
            className="grow px-3!"
          />
        </div>
      )}
    </TodayItem>
  );
});
