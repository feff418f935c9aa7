import type { Db } from '../../database/transaction.ts';
import { listStopsById } from '../stops.store.ts';
import { findAction } from './bulk-actions.store.ts';
import { revisionOf } from './revision-rules.ts';

/** Returns the IDs of a bulk action's stops that haven't changed since the action; none if it was undone. */
export async function listMovedStops(db: Db, actionId: string): Promise<string[]> {
  const action = await findAction(db, actionId);
  if (!action || action.undoneAt !== null) return [];
  const revisionAfter = new Map(action.stops.map((stop) => [stop.id, stop.revisionAfter]));
  const rows = await listStopsById(db, [...revisionAfter.keys()]);
  return rows.filter((row) => revisionOf(row) === revisionAfter.get(row.id)).map(({ id }) => id);
}
