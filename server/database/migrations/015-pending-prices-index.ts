import type { Kysely } from 'kysely';
import { buildIndex } from '../migration.ts';

export const disableTransactions = true;

/** Every hour, a job looks for the prices that have begun. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'subscriptions_pending_price', 'ON subscriptions ("id") WHERE "pendingPriceFrom" IS NOT NULL');
}
