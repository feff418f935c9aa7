import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { closeOpenReports } from './store.ts';

/** Closes the open reports of pickups that were changed, in the transaction that changed them: they no longer apply. */
export async function closeReports(
  { clock }: Pick<Services, 'clock'>,
  trx: Db,
  pickups: readonly { id: string }[],
): Promise<void> {
  await closeOpenReports(
    trx,
    pickups.map(({ id }) => id),
    clock(),
  );
}
