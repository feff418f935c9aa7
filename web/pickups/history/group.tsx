import { memo, useEffect, useRef, useState } from 'react';
import type { Pickup } from '../../../contract/pickups.ts';
import type { DateKey } from '../../../contract/values/dates.ts';
import { PickupCard } from './pickup-card.tsx';

interface HistoryGroupProps {
  pickups: readonly Pickup[];
  /** The position of the first pickup in the whole list, from 1. */
  start: number;
  today: DateKey;
}

/** Groups this close to the screen are rendered. */
const near = '1500px 0px';
/** Estimates a group's height before it is first rendered: one card and its gap. Wide screens have two columns. */
const typicalCardPx = 240;
const isWide = () => matchMedia('(min-width: 64rem)').matches;

/**
 * A run of neighboring pickups. Far from the screen it renders as empty space of the same height, so long lists stay
 * light.
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
        // Removing a card that has the focus would lose the focus.
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

/** Groups are rebuilt with every response, usually from the same pickups. */
function isSameGroup(before: HistoryGroupProps, after: HistoryGroupProps): boolean {
  return (
    before.today === after.today &&
    before.start === after.start &&
    before.pickups.length === after.pickups.length &&
    before.pickups.every((pickup, index) => pickup === after.pickups[index])
  );
}
