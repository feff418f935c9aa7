import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { DriverStop } from '../../../contract/drivers.ts';
import { placeOf } from '../../../contract/values/places.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { RouteSketch } from '../../routing/sketch/route-sketch.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lateComponent } from '../../ui/hooks/late-component.ts';
import { numberStops, stopStateOf } from '../schedule.ts';
import type { StreetMapProps } from './street-map.tsx';

interface MapPictureProps {
  stops: readonly DriverStop[];
  currentId: string;
  isOffline: boolean;
}

const streetMap = lateComponent<StreetMapProps>(() => import('./street-map.tsx'));

/**
 * The route as a picture: our own sketch, which needs no network, covered by a street map if the deployment has one and it loads
 * (DRIVER-18).
 */
export function MapPicture({ stops, currentId, isOffline }: MapPictureProps) {
  const isWide = useMedia('(min-width: 64rem)');
  const StreetMap = useStreetMap();
  const [isMapDrawn, setMapDrawn] = useState(false);
  const drawn = useMemo(
    () =>
      numberStops(stops).map(({ number, stop }) => ({
        ...{ id: stop.id, number, place: placeOf(stop) },
        isDone: stopStateOf(stop) !== 'open',
        isMissed: stopStateOf(stop) === 'incomplete',
      })),
    [stops],
  );
  const isMapShown = isMapDrawn && !isOffline;
  return (
    <div className="relative">
      <div className={classNames(isMapShown && 'invisible')}>
        <RouteSketch stops={drawn} currentId={currentId} label="Today's route" size={isWide ? 'regular' : 'card'} />
      </div>
      {StreetMap && clientSettings.mapStyleUrl && drawn.some(({ place }) => place !== null) && (
        <div className={classNames('absolute inset-0', !isMapShown && 'invisible')}>
          <StreetMap
            styleUrl={clientSettings.mapStyleUrl}
            stops={drawn}
            currentId={currentId}
            onDrawn={() => setMapDrawn(true)}
          />
        </div>
      )}
    </div>
  );
}

/** The street map's component, loaded only here and only if the deployment has a street map. */
function useStreetMap() {
  const [, setHasArrived] = useState(false);
  useEffect(() => {
    if (!clientSettings.mapStyleUrl || streetMap.current()) return;
    streetMap.load().then(
      () => setHasArrived(true),
      // The sketch stays.
      () => undefined,
    );
  }, []);
  return streetMap.current();
}

/** Whether the media query matches. Updates when the screen is rotated or resized. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}
