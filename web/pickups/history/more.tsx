import { useEffect, useEffectEvent, useRef } from 'react';
import { MoreButton } from '../../ui/list/more-button.tsx';

interface HistoryMoreProps {
  pagesShown: number;
  busy: boolean;
  /** The last attempt failed: then only a press tries again. */
  isFailed: boolean;
  onMore: () => void;
  /** What coming near does instead of a press. */
  onNear?: () => void;
}

/** How far ahead of the reader the next page is fetched. */
const ahead = '0px 0px 1500px 0px';

/** The end of what is loaded. Coming near fetches more; the button does the same for whoever gets there first. */
export function HistoryMore({ pagesShown, busy, isFailed, onMore, onNear = onMore }: HistoryMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const approach = useEffectEvent(() => {
    if (!busy && !isFailed) onNear();
  });

  // Anew for every page: an end that is near already would not be told twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: pagesShown is the reason to look again.
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
