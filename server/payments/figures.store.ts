import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';
import type { FigureSource } from '../http/figures.ts';

interface Row {
  open: number;
  oldestOpenSeconds: number | null;
  waiting: number;
  oldestWaitingSeconds: number | null;
  unhandled: number;
  oldestUnhandledSeconds: number | null;
  setAside: number;
}

/** The age of the oldest row. */
const ageOf = (column: string) => sql`extract(epoch FROM now() - min(${sql.ref(column)}))::float`;

/**
 * Returns the figures of payments: what stays open, and events of the provider that are not handled. Each part has a
 * partial index.
 */
export function paymentFigures(db: Db): FigureSource {
  return {
    feature: 'payments',
    figures: {
      payments_open: { help: 'Unpaid payments: created or open' },
      payments_oldest_open_seconds: { help: 'Age of the oldest unpaid payment' },
      refunds_waiting: { help: 'Refunds that have yet to be sent and were not refused' },
      refunds_oldest_waiting_seconds: { help: 'How long the oldest of them has waited' },
      provider_events_unhandled: { help: 'Events of the payment provider that are not handled yet' },
      provider_events_oldest_unhandled_seconds: { help: 'How long the oldest of them has waited' },
      provider_events_set_aside: { help: 'Events of the payment provider whose tries are used up' },
    },
    async read() {
      const { rows } = await sql<Row>`
        SELECT open.*, waiting.*, unhandled.*, aside.* FROM
          (SELECT count(*)::int AS "open", ${ageOf('createdAt')} AS "oldestOpenSeconds"
            FROM payments WHERE "status" IN ('creating', 'open')) AS open,
          (SELECT count(*)::int AS "waiting", ${ageOf('createdAt')} AS "oldestWaitingSeconds"
            FROM charge_refunds WHERE "status" = 'asked' AND "nextTryAt" IS NOT NULL) AS waiting,
          (SELECT count(*)::int AS "unhandled", ${ageOf('receivedAt')} AS "oldestUnhandledSeconds"
            FROM provider_events WHERE "handledAt" IS NULL AND "setAsideAt" IS NULL) AS unhandled,
          (SELECT count(*)::int AS "setAside" FROM provider_events WHERE "setAsideAt" IS NOT NULL) AS aside`.execute(
        db,
      );
      const [row] = rows;
      if (!row) return [];
      return [
        { figure: 'payments_open', value: row.open },
        { figure: 'payments_oldest_open_seconds', value: row.oldestOpenSeconds ?? 0 },
        { figure: 'refunds_waiting', value: row.waiting },
        { figure: 'refunds_oldest_waiting_seconds', value: row.oldestWaitingSeconds ?? 0 },
        { figure: 'provider_events_unhandled', value: row.unhandled },
        { figure: 'provider_events_oldest_unhandled_seconds', value: row.oldestUnhandledSeconds ?? 0 },
        { figure: 'provider_events_set_aside', value: row.setAside },
      ];
    },
  };
}
