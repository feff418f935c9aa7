import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { timeText } from '../../pickups/pickup-words.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Elements } from '../../ui/elements.ts';
import { WaitingBadge } from '../stop/waiting-badge.tsx';
import { TicketButton } from '../visit/visit-buttons.tsx';
import { onBoardText, tonsText, visitTitle } from '../visit/visit-words.ts';
import { type AroundStep, CountsLine, Fact, NextLine } from './step-parts.tsx';

interface MapVisitProps extends AroundStep {
  visit: DisposalVisit;
  children: Elements;
}

/** The visit to a disposal site that the map shows (TRUCK-40). */
export function MapVisit({ visit, addressId, isWaiting, counts, next, noNext, children }: MapVisitProps) {
  const { emptiedAt, estimatedArrival } = visit;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={emptiedAt === null ? 'azure' : 'leaf'}>{visit.siteName}</Badge>
        {isWaiting && <WaitingBadge />}
        <CountsLine counts={counts} />
      </div>
      <h2 id={addressId} tabIndex={-1} className="mt-2 break-words text-2xl leading-tight outline-none">
        {visitTitle(visit)}
      </h2>
      <p translate="no" className="min-w-0 break-words text-soft">
        {visit.address}
      </p>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] gap-x-4 gap-y-2 border-line border-t pt-3">
        {emptiedAt === null ? (
          <>
            <Fact name="Truck">{onBoardText(visit)}</Fact>
            <Fact name="ETA">{estimatedArrival ? timeText(estimatedArrival) : 'Not planned'}</Fact>
          </>
        ) : (
          <Fact name="Emptied">{timeText(emptiedAt)}</Fact>
        )}
        {visit.tons !== null && <Fact name="Weight">{tonsText(visit)}</Fact>}
      </dl>
      <NextLine next={next} noNext={noNext} />
      {emptiedAt !== null && <TicketButton visit={visit} describedBy={addressId} className="mt-2 w-full px-2!" />}
      {children}
    </div>
  );
}
