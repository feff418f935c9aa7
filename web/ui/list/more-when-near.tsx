import { useEffect, useEffectEvent, useRef } from 'react';
import { MoreButton } from './more-button.tsx';

interface MoreWhenNearProps {
  pagesShown: number;
  busy: boolean;
  /** True if the last attempt failed. Only a press tries again. */
  isFailed: boolean;
  onMore: () => void;
  /** Called instead of `onMore` when the reader scrolls near. */
  onNear?: () => void;
}

/** How far below the screen the next page starts to load. */
const ahead = '0px 0px 1500px 0px';

/** The end of the loaded pages. Scrolling near it, or pressing its button, loads more. */
export function MoreWhenNear({ pagesShown, busy, isFailed, onMore, onNear = onMore }: MoreWhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const approach = useEffectEvent(() => {
    if (!busy && !isFailed) onNear();
  });

  // Each page needs a new observer, because an observer doesn't report an element that stays in range.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page restarts the observer
  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && approach(), { rootMargin: ahead });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [pagesShown]);

  return (
    <div ref={place} className="mt-5 text-center">
      <MoreButton busy={busy} onClick={onMore} />
    </div>
  );
}
