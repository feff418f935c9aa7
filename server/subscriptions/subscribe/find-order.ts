import type { Db } from '../../database/transaction.ts';
import { findOrderRow, type OrderRow } from './store.ts';

/** The order that a plan's payment is for. Throws when there is none: a payment cannot exist without it. */
export async function findOrder(db: Db, orderId: string | null): Promise<OrderRow> {
  const order = orderId ? await findOrderRow(db, orderId) : undefined;
  if (!order) throw new Error(`there is no subscription order ${orderId}`);
  return order;
}
