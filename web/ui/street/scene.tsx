import { useEffect, useState } from 'react';
import { classNames } from '../class-names.ts';
import { lateComponent } from '../hooks/late-component.ts';

/** Each scene is a file that is fetched when a screen shows it, so none is part of a first load. */
const scenes = {
  empty: lateComponent(() => import('./scenes/empty-stoop.tsx')),
  error: lateComponent(() => import('./scenes/road-work.tsx')),
  notFound: lateComponent(() => import('./scenes/vacant-lot.tsx')),
  paid: lateComponent(() => import('./scenes/tagged-bags.tsx')),
  plan: lateComponent(() => import('./scenes/truck-round.tsx')),
  allSet: lateComponent(() => import('./scenes/sunrise.tsx')),
};

export type SceneName = keyof typeof scenes;

/** A decorative picture of the street (CUST-62). Its place is there from the start; without network it stays empty. */
export function Scene({ name, className }: { name: SceneName; className?: string }) {
  const scene = scenes[name];
  const [, setLoaded] = useState<SceneName>();
  useEffect(() => {
    scene.load().then(
      () => setLoaded(name),
      () => undefined,
    );
  }, [scene, name]);
  const Picture = scene.current();
  return (
    <div
      aria-hidden="true"
      className={classNames('aspect-[16/11] w-full overflow-hidden rounded-sheet bg-(--sky)', className)}
    >
      {Picture && <Picture />}
    </div>
  );
}
