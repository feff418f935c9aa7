import { memo, useEffect, useRef, useState } from 'react';
import type { Pickup } from '../../../contract/pickups.ts';
import type { DateKey } from '../../../contract/values/dates.ts';
import { PickupCard } from './pickup-card.tsx';

interface HistoryGroupProps {
  pickups: readonly Pickup[];
  /** The place of its first pickup in the whole list, from 1. */
  start: number;
  today: DateKey;
}

/** How far from the screen cards are drawn, above and below. */
const near = '1500px 0px';
/** The height of a card and its gap, until the group has been drawn once; two stand side by side on a wide screen. */
const typicalCardPx = 240;
const isWide = () => matchMedia('(min-width: 64rem)').matches;

/**
 * Some neighbouring pickups. Far from the screen they are only as much room as they need, so that a list of thousands is
 * as light as one of twenty.
 */
export const HistoryGroup = memo(function HistoryGroup({ pickups, start, today }: HistoryGroupProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(start === 1);
  const [heightPx, setHeightPx] = useState(() => (typicalCardPx * pickups.length) / (isWide() ? 2 : 1));

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watch = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        if (entry.isIntersecting) return setIsNear(true);
        // A card that has the keyboard's focus stays, or the focus would be lost.
        if (element.contains(document.activeElement)) return;
        setHeightPx(entry.boundingClientRect.height);
        setIsNear(false);
      },
      { rootMargin: near },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  return (
    <div ref={place} style={isNear ? undefined : { height: heightPx }}>
      {isNear && (
        <ul
          aria-label={`Pickups ${start} to ${start + pickups.length - 1}`}
          className="grid grid-cols-1 gap-3 sm:gap-4 lg:grid-cols-2"
        >
          {pickups.map((pickup) => (
            <PickupCard key={pickup.id} pickup={pickup} today={today} />
          ))}
        </ul>
      )}
    </div>
  );
}, isSameGroup);

/** The list is cut into groups anew with every answer; mostly they hold the very same pickups. */
function isSameGroup(before: HistoryGroupProps, after: HistoryGroupProps): boolean {
  return (
    before.today === after.today &&
    before.start === after.start &&
    before.pickups.length === after.pickups.length &&
    before.pickups.every((pickup, index) => pickup === after.pickups[index])
  );
}
