import { Truck } from 'lucide-react';
import type { CSSProperties, Ref } from 'react';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { TicketButton } from './ticket-button.tsx';
import { visitText, visitTitle } from './visit-words.ts';

interface VisitItemProps {
  visit: DisposalVisit;
  ref?: Ref<HTMLLIElement>;
  style?: CSSProperties;
}

/** A visit to a disposal site, as an item of a route's list. It has no number because it isn't a stop. */
export function VisitItem({ visit, ref, style }: VisitItemProps) {
  return (
    <li
      ref={ref}
      style={style}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 tiny:grid-cols-1 border-line border-b bg-paper py-3 last:border-b-0"
    >
      <span className="inline-grid h-9 min-w-9 place-items-center justify-self-start rounded-control border border-ink bg-step">
        <Truck className="size-5" aria-hidden="true" />
      </span>
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-3">
        <div className="min-w-0">
          <p className="break-words font-semibold leading-snug">{visitTitle(visit)}</p>
          <p className="mt-0.5 break-words text-soft">{visitText(visit)}</p>
        </div>
        <TicketButton visit={visit} />
      </div>
    </li>
  );
}
