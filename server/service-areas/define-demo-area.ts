import { v7 as newId } from 'uuid';
import { inTransaction } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { insertArea, listAreas, lockAreas } from './store.ts';

/** The ZIP codes of Philadelphia that have an area: 19102 to 19154 with gaps. */
const gaps = new Set([19105, 19108, 19110, 19113, 19117]);
const philadelphia = Array.from({ length: 53 }, (_, index) => 19102 + index)
  .filter((zip) => !gaps.has(zip))
  .map(String);

/** Gives the demo an inactive area to look at, unless it has areas already. */
export async function defineDemoArea({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockAreas(trx);
    if ((await listAreas(trx)).length > 0) return;
    const area = { id: newId(), name: 'Philadelphia', zipCodes: philadelphia, isActive: false, baseFee: null };
    await insertArea(trx, { ...area, createdAt: clock() });
  });
}
