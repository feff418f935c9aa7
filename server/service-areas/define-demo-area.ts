import { v7 as newId } from 'uuid';
import { inTransaction } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { insertArea, listAreas, lockAreas } from './service-areas.store.ts';

/** The demo's area has the ZIP codes from 19102 to 19154 except these. */
const gaps = new Set([19105, 19108, 19110, 19113, 19117]);
const philadelphia = Array.from({ length: 53 }, (_, index) => 19102 + index)
  .filter((zip) => !gaps.has(zip))
  .map(String);

/** Adds an inactive example area to the demo, unless there are areas already. */
export async function defineDemoArea({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockAreas(trx);
    if ((await listAreas(trx)).length > 0) return;
    const area = { id: newId(), name: 'Philadelphia', zipCodes: philadelphia, isActive: false, baseFee: null };
    await insertArea(trx, { ...area, createdAt: clock() });
  });
}
