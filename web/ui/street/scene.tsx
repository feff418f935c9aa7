import { useEffect, useState } from 'react';
import { classNames } from '../class-names.ts';
import { lateComponent } from '../hooks/late-component.ts';

/** Each scene is a separate file that loads when a screen shows it, so the first page load includes none. */
const scenes = {
  empty: lateComponent(() => import('./scenes/empty-stoop.tsx')),
  error: lateComponent(() => import('./scenes/road-work.tsx')),
  notFound: lateComponent(() => import('./scenes/vacant-lot.tsx')),
  paid: lateComponent(() => import('./scenes/tagged-bags.tsx')),
  plan: lateComponent(() => import('./scenes/truck-round.tsx')),
  allSet: lateComponent(() => import('./scenes/sunrise.tsx')),
};

export type SceneName = keyof typeof scenes;

/**
 * A decorative picture of the street (CUST-62). Its space is reserved from the start, and
 * stays empty without a network.
 */
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
