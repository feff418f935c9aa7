import type { DateKey } from '../../../contract/values/time/dates.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { lockDay } from '../routing.store.ts';
import { promisedDays, spanOfWindow } from './promise-rules.ts';
import { insertPromises, listUnpromised } from './promises.store.ts';

/**
 * Records the windows that customers rely on from now on: those of today, and of tomorrow from the evening's reminder
 * on. The first promise for a stop and day stays. A repeated run records nothing twice, and makes up for a missed one.
 */
export async function promiseWindows({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  for (const day of promisedDays(now)) {
    // Planning waits for the lock, so it is taken only when there is something to record.
    if ((await findPromises(db, day)).length === 0) continue;
    await inTransaction(db, async (trx) => {
      // Under the lock, no route plan replaces a window between reading and recording it.
      await lockDay(trx, day);
      await insertPromises(trx, day, await findPromises(trx, day), now);
    });
  }
}

async function findPromises(db: Db, day: DateKey) {
  return (await listUnpromised(db, day)).flatMap(({ id, pickupWindow }) => {
    const span = spanOfWindow(day, pickupWindow);
    return span === null ? [] : [{ id, ...span }];
  });
}
