import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import type { LateComponent } from './late-component.ts';

/**
 * Returns the component, which loads when `isWanted` is first true; null until then. Calls
 * `onFailure` if loading fails.
 */
export function useLateComponent<Props>(
  late: LateComponent<Props>,
  isWanted: boolean,
  onFailure: () => void,
): ComponentType<Props> | null {
  const [, setIsLoaded] = useState(false);
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    if (!isWanted || late.current()) return;
    late.load().then(
      () => setIsLoaded(true),
      () => fail(),
    );
  }, [late, isWanted]);
  return late.current();
}
