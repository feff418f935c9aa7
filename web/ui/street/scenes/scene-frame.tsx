import type { Elements } from '../../elements.ts';
import { paint } from '../street-parts.tsx';

/** The frame of a scene, 320 × 220 units, with the sky. The sidewalk of most scenes begins at y = 154. */
export function SceneFrame({ children }: { children: Elements }) {
  return (
    <svg viewBox="0 0 320 220" className="size-full" aria-hidden="true">
      <path d="M0 220V0h320v220z" fill={paint.sky} />
      {children}
    </svg>
  );
}
