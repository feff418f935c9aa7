import { Limiter } from '../../limiter.ts';
import type { Services } from '../../services.ts';
import type { RouteType } from '../stops.store.ts';
import { optimizeRoutes } from './optimize-routes.ts';

type Optimized = Awaited<ReturnType<typeof optimizeRoutes>>;

/**
 * `optimizeRoutes`, one run at a time in this process. A press while the same type is being planned gets that run's
 * result, marked as shared; the other type waits for its end.
 */
export function optimizeOnce(services: Services): (actorId: string, type: RouteType) => Promise<Optimized> {
  const running = new Map<RouteType, Promise<Optimized>>();
  // There are two types, so at most one run waits.
  const turns = new Limiter(1, 1);
  return async (actorId, type) => {
    const other = running.get(type);
    if (other) return { ...(await other), isShared: true };
    const own = turns.run(() => optimizeRoutes(services, actorId, type));
    running.set(type, own);
    try {
      return await own;
    } finally {
      running.delete(type);
    }
  };
}
