import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { closeOpenReports } from './missed.store.ts';

/** Closes the open reports of changed pickups, which no longer apply, in the transaction that changes the pickups. */
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
