import { useEffect, useRef } from 'react';
import type { PickupPage } from '../../../contract/booking/pickup-page.ts';
import type { LiveDay } from '../../../contract/pickups/live.ts';
import type { MissedState } from '../../../contract/pickups/missed.ts';
import { isOpenStatus, type PickupStatus } from '../../../contract/pickups.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import { liveWords, windowText } from '../../live/live-words.ts';
import { PickupStatusBadge } from '../../pickups/pickup-status-badge.tsx';
import { curbAdvice, instantDayText, isPayable, timeText } from '../../pickups/pickup-words.ts';
import { isOverdue, statusSentence } from '../../pickups/status-sentence.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';

interface StatusCardProps {
  page: PickupPage;
  /** Undefined until it is loaded. */
  missed: MissedState | undefined;
  /** Null until it is loaded, and on days other than the pickup's. */
  live: LiveDay | null;
  now: Date;
}

/** The date of a pickup, and the meaning of its status. */
export function StatusCard({ page, missed, live, now }: StatusCardProps) {
  const { pickup } = page;
  const { scheduledDate, status } = pickup;
  const sentence = useFocusOnEnd(status);
  const isOpen = isOpenStatus(status);
  const isAwaited = isOpen && !pickup.heldAt && !isOverdue({ missed });
  const advice = isAwaited && scheduledDate && curbAdvice(dateKeyOf(new Date(scheduledDate)), now);
  const time = isOpen && arrivalText(page);
  const isComing = isOpen && (live?.state === 'on_route' || live?.state === 'next');
  return (
    <Card as="section" tone="deep" aria-label="Status">
      <div className="flex flex-wrap gap-2">
        <PickupStatusBadge status={status} />
        {isPayable(pickup) && <Badge tone="brick">Unpaid</Badge>}
      </div>
      <p className="mt-2 break-words font-bold font-display text-2xl leading-tight sm:text-3xl">
        {instantDayText(scheduledDate, now, 'Date to be set', 'long')}
      </p>
      {live && isComing && (
        <p role="status" className="mt-2 font-bold font-display text-xl">
          {liveWords(live).title}
        </p>
      )}
      {time && <p className="mt-1 font-semibold text-lg">{time}</p>}
      <p ref={sentence} tabIndex={-1} role="status" className="mt-2 max-w-prose text-on-deep-soft outline-none">
        {statusSentence(pickup, now, { ...page, missed })}
      </p>
      {advice && <p className="mt-2 font-semibold">{advice}</p>}
    </Card>
  );
}

/** Moves the focus to the new status if it was on a button that disappeared with the change. */
function useFocusOnEnd(status: PickupStatus) {
  const sentence = useRef<HTMLParagraphElement>(null);
  const shown = useRef(status);
  useEffect(() => {
    const hasChanged = shown.current !== status;
    shown.current = status;
    if (hasChanged && document.activeElement === document.body) sentence.current?.focus({ preventScroll: true });
  }, [status]);
  return sentence;
}

/**
 * Returns the promised window, or the estimate if no window is promised. An estimate never replaces a window, because
 * it would look like a more exact promise.
 */
function arrivalText({ pickup: { pickupWindow, estimatedArrival } }: PickupPage): string | null {
  if (pickupWindow) return windowText(pickupWindow);
  return estimatedArrival && `Around ${timeText(estimatedArrival)}`;
}
