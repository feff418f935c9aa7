import { Limiter } from '../../limiter.ts';
import type { Services } from '../../services.ts';
import type { RouteType } from '../stops.store.ts';
import { type OptimizeOptions, optimizeRoutes } from './optimize-routes.ts';

type Optimized = Awaited<ReturnType<typeof optimizeRoutes>>;

/** The number of runs for other dates and types that may wait. */
const maxWaiting = 10;
/** The longest wait for those runs. A run of a large day takes about ten seconds. */
const maxWaitMs = 60_000;

/**
 * Returns a version of `optimizeRoutes` that makes one run at a time in this process. A call with the type, date and
 * options of an unfinished run gets that run's result, marked as shared. Other calls wait for their turn. Throws 503
 * when too many wait, or one waits too long.
 */
export function optimizeOnce(
  services: Services,
): (actorId: string, type: RouteType, options: OptimizeOptions | undefined) => Promise<Optimized> {
  const running = new Map<string, Promise<Optimized>>();
  const turns = new Limiter(1, maxWaiting, maxWaitMs);
  return async (actorId, type, options = {}) => {
    const key = [type, options.date ?? 'next', options.includeAssigned ? 'all' : 'pending'].join();
    const other = running.get(key);
    if (other) return { ...(await other), isShared: true };
    const own = turns.run(() => optimizeRoutes(services, actorId, type, options));
    running.set(key, own);
    try {
      return await own;
    } finally {
      running.delete(key);
    }
  };
}
