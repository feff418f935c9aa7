import { Gauge } from 'prom-client';
import type { PoolUse } from './watched-pool.ts';

/** Returns the metric of the process's connection pools, by name. It is read when somebody asks. */
export function poolMetric(pools: Readonly<Record<string, () => PoolUse>>): Gauge {
  return new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of a pool by state: in_use, idle, max; and waiting: requests without one',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [pool, use] of Object.entries(pools)) {
        const { inUse, idle, waiting, max } = use();
        for (const [state, count] of Object.entries({ in_use: inUse, idle, waiting, max })) {
          this.set({ pool, state }, count);
        }
      }
    },
  });
}
