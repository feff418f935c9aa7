import type { Db } from '../../database/transaction.ts';
import { findRefundOfUnused, type RefundOfUnused } from './unspent.store.ts';

/** Reads the refund of a payment that bought nothing, by its ledger row; undefined when the bank returned it. */
export const readUnusedRefund: (db: Db, lineId: string) => Promise<RefundOfUnused | undefined> = findRefundOfUnused;
