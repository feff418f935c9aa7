import { ChevronRight } from 'lucide-react';
import type { Ref } from 'react';
import { type AdminPickup, countedBagsText } from '../../../contract/pickups.ts';
import { serverToday } from '../../api/server-clock.ts';
import { arrivalText } from '../../pickups/arrival-text.ts';
import { IncompleteLine } from '../../pickups/incomplete-line.tsx';
import { PickupMoves } from '../../pickups/moves/pickup-moves.tsx';
import { isPayable, serviceTypeText } from '../../pickups/pickup-words.ts';
import { RequestBadges } from '../../pickups/requests/request-head.tsx';
import { scheduleOf, shortIdOf } from '../../pickups/requests/words.ts';
import { ResendLink } from '../../pickups/resend-link.tsx';
import { RatingLine } from '../../ratings/rating-line.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/text/money.tsx';

interface PickupRowProps {
  pickup: AdminPickup;
  onOpen: () => void;
  ref: Ref<HTMLButtonElement>;
}

/** One pickup: its day opens the details, the menu has its moves. */
export function PickupRow({ pickup, onOpen, ref }: PickupRowProps) {
  const today = serverToday();
  const schedule = scheduleOf(pickup, today);
  const arrival = arrivalText(pickup, today);
  const driver = pickup.driverName;
  return (
    <li className="py-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <button
              ref={ref}
              type="button"
              aria-haspopup="dialog"
              onClick={onOpen}
              className="-my-2.5 min-h-11 rounded-control py-2.5 text-left font-semibold decoration-2 underline-offset-3 hover:underline"
            >
              <span>{schedule.text}</span>
              {schedule.isOverdue && <span className="text-brick"> · Overdue</span>}
              <ChevronRight className="-mt-0.5 ml-0.5 inline size-4.5 text-azure" aria-hidden="true" />
            </button>
            <RequestBadges request={pickup} />
            {isPayable(pickup) && !pickup.heldAt && <Badge tone="brick">Unpaid</Badge>}
          </p>
          {arrival && <p className="mt-1 leading-snug">{arrival}</p>}
          <p translate="no" className="mt-1 break-words leading-snug">
            {pickup.address}
          </p>
          <p className="mt-0.5 break-words text-[0.9375rem] text-soft">
            <span>{`${countedBagsText(pickup)} · ${serviceTypeText(pickup.serviceType)} · `}</span>
            <Money amount={pickup.amount} />
            <span>{`${driver ? ` · ${driver}` : ''} · `}</span>
            <span translate="no" title={pickup.id}>
              {shortIdOf(pickup.id)}
            </span>
          </p>
          <IncompleteLine pickup={pickup} isShort />
          <RatingLine pickup={pickup} isShort />
          {isPayable(pickup) && <ResendLink pickup={pickup} />}
        </div>
        <PickupMoves pickup={pickup} />
      </div>
    </li>
  );
}
