import type { Db } from '../../database/transaction.ts';
import { listStopsById } from '../stops.store.ts';
import type { StopBefore } from './bulk-actions.store.ts';
import { stopBefore } from './record-bulk-action.ts';

type After = Parameters<typeof stopBefore>[1] & { readonly id: string };

/**
 * Reads stops as they are before a bulk action. The function it returns takes those that the action has changed, as they are
 * then, and returns what undoing needs to know of them.
 */
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
