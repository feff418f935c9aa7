import type { z } from 'zod/mini';
import {
  type BillingItem,
  type BillingStatus,
  billingStatuses,
  type listBillingHistory as endpoint,
} from '../../../contract/payments.ts';
import { cutPage, maxCounted, type Position, readCursor } from '../../http/paging.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { countCharges, countUnpaid, listCharges, listUnpaid } from './billing.store.ts';
import { presentCharge, presentUnpaid } from './present-billing-item.ts';

export interface BillingHistory {
  items: BillingItem[];
  /** Counted up to a limit: more than `maxCounted` means "more". */
  total: number;
  next: Position | undefined;
}

/**
 * Lists a page of a customer's billing history, newest first: ledger rows and, as pending, pickups that aren't paid
 * yet. A pending item has the date of its booking; a charge replaces it once it is paid. Throws 400 (unknown status).
 */
export async function listBillingHistory(
  { db }: Pick<Services, 'db'>,
  customerId: string,
  query: z.output<typeof endpoint.query>,
): Promise<BillingHistory> {
  const statuses = readStatuses(query.status);
  const recorded = statuses.filter((status) => status !== 'pending');
  const isPendingWanted = statuses.includes('pending');
  const page = { limit: query.limit, after: readCursor(query.cursor) };

  const [charges, unpaid, chargeCount, unpaidCount] = await Promise.all([
    recorded.length > 0 ? listCharges(db, customerId, recorded, page) : [],
    isPendingWanted ? listUnpaid(db, customerId, page) : [],
    recorded.length > 0 ? countCharges(db, customerId, recorded, maxCounted) : 0,
    isPendingWanted ? countUnpaid(db, customerId, maxCounted) : 0,
  ]);
  const rows = [
    ...charges.map((row) => ({ at: row.createdAt, id: row.id, item: presentCharge(row) })),
    ...unpaid.map((row) => ({ at: row.createdAt, id: row.id, item: presentUnpaid(row) })),
  ].sort(newestFirst);
  const { page: shown, next } = cutPage(rows, query.limit, ({ at, id }) => ({ at, id }));
  return { items: shown.map(({ item }) => item), total: chargeCount + unpaidCount, next };
}

/** Compares as both queries sort: by time, then by id as PostgreSQL compares it. */
function newestFirst(a: Position, b: Position): number {
  return b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1);
}

function readStatuses(text: string | undefined): readonly BillingStatus[] {
  if (!text || text === 'all') return billingStatuses;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !billingStatuses.some((status) => status === name));
  if (unknown !== undefined) throw new Refusal(400, `There is no status '${unknown.slice(0, 30)}'.`);
  return billingStatuses.filter((status) => names.includes(status));
}
