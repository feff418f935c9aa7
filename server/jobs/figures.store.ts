import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';
import type { FigureSource, Sample } from '../http/figures.ts';

interface QueueRow {
  name: string;
  due: number;
  later: number;
  active: number;
  failed: number;
  oldestSeconds: number | null;
}

/**
 * Returns the figures of the job queue. Open jobs are counted by their index; the table also has the jobs that were
 * done in the last week. pg-boss itself counts the others once a minute.
 */
export function jobFigures(db: Db): FigureSource {
  return {
    feature: 'jobs',
    figures: {
      jobs: { help: 'Jobs by kind and state: due, later, active, failed', labels: ['kind', 'state'] },
      jobs_oldest_due_seconds: { help: 'How long the oldest due job of a kind has waited', labels: ['kind'] },
    },
    async read() {
      const { rows } = await sql<QueueRow>`
        SELECT queue."name", open.*, queue."active_count" AS "active", queue."failed_count" AS "failed"
        FROM pgboss.queue CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE "start_after" <= now())::int AS "due",
            count(*) FILTER (WHERE "start_after" > now())::int AS "later",
            extract(epoch FROM now() - min("start_after") FILTER (WHERE "start_after" <= now()))::float AS "oldestSeconds"
          FROM pgboss.job WHERE job."name" = queue."name" AND "state" < 'active' AND NOT "blocked"
        ) AS open WHERE queue."name" NOT LIKE '\\_\\_pgboss%'`.execute(db);
      return rows.flatMap(samplesOf);
    },
  };
}

function samplesOf({ name: kind, oldestSeconds, ...counts }: QueueRow): Sample[] {
  const states = ['due', 'later', 'active', 'failed'] as const;
  return [
    ...states.map((state) => ({ figure: 'jobs', labels: { kind, state }, value: counts[state] })),
    { figure: 'jobs_oldest_due_seconds', labels: { kind }, value: oldestSeconds ?? 0 },
  ];
}
