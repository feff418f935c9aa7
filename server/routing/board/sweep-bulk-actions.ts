import type { Services } from '../../services.ts';
import { deleteOldActions } from './bulk-actions.store.ts';

const keptMs = 24 * 60 * 60_000;

/** Deletes bulk actions more than a day old. They can no longer be undone, and the trail says what was done. */
export async function sweepBulkActions({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await deleteOldActions(db, new Date(clock().getTime() - keptMs));
}
