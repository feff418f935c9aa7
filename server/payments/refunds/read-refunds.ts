import type { Db } from '../../database/transaction.ts';
import { findRefund, listRefundsById, type RefundRow } from './refunds.store.ts';

/** Lets other features read refunds. */

type Refund = Pick<RefundRow, 'id' | 'amount' | 'status' | 'refusal' | 'nextTryAt' | 'settledAs'>;

/** Reads a refund; undefined when there is none with this id. */
export const readRefund: (db: Db, id: string) => Promise<Refund | undefined> = findRefund;

/** Reads those of the refunds that exist. */
export const readRefunds: (db: Db, ids: readonly string[]) => Promise<Refund[]> = listRefundsById;
