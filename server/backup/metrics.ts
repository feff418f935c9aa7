import { Gauge } from 'prom-client';
import type { Services } from '../services.ts';
import { readNewestGood } from './nightly/nightly.store.ts';

/**
 * Returns the metric of when the newest good nightly backup was made: 0 before the first one, no value when no nightly
 * backups are expected or the database doesn't respond.
 */
export function backupGauge({ db }: Pick<Services, 'db'>): Gauge {
  return new Gauge({
    name: 'backup_newest_good_timestamp_seconds',
    help: 'When the newest good nightly backup was made, as seconds since 1970; 0 before the first',
    registers: [],
    async collect() {
      this.remove();
      const at = await readNewestGood(db).catch(() => undefined);
      if (at !== undefined) this.set(at === null ? 0 : at.getTime() / 1000);
    },
  });
}
