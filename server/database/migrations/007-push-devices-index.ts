import type { Kysely } from 'kysely';
import { buildIndex } from '../migration.ts';

export const disableTransactions = true;

/** Every sign-in looks for the subscriptions of its device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'push_subscriptions_device', 'ON push_subscriptions ("deviceId")');
}
