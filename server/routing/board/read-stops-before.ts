import type { Db } from '../../database/transaction.ts';
import { listStopsById } from '../stops.store.ts';
import type { StopBefore } from './bulk-actions.store.ts';
import { stopBefore } from './record-bulk-action.ts';

type After = Parameters<typeof stopBefore>[1] & { readonly id: string };

/** Reads stops before a bulk action. Returns a function that takes the changed stops and returns what undoing needs. */
export async function readStopsBefore(
  db: Db,
  ids: readonly string[],
): Promise<(changed: readonly After[]) => StopBefore[]> {
  const rows = await listStopsById(db, ids);
  return (changed) => {
    const afterOf = new Map(changed.map((stop) => [stop.id, stop]));
    return rows.flatMap((row) => {
      const after = afterOf.get(row.id);
      return after ? [stopBefore(row, after)] : [];
    });
  };
}
