import type { Db } from '../database/transaction.ts';
import type { FigureSource } from '../http/figures.ts';
import { readNewestGood } from './nightly/nightly.store.ts';

const newestGood = 'backup_newest_good_timestamp_seconds';

/** Returns when the newest good nightly backup was made; no figure when none are expected. */
export function backupFigures(db: Db): FigureSource {
  return {
    feature: 'backup',
    figures: {
      [newestGood]: {
        help: 'When the newest good nightly backup was made, as seconds since 1970; 0 before the first',
      },
    },
    async read() {
      const at = await readNewestGood(db);
      return at === undefined ? [] : [{ figure: newestGood, value: (at?.getTime() ?? 0) / 1000 }];
    },
  };
}
