import { sql } from 'kysely';
import type { FigureSource } from '../http/figures.ts';
import type { Services } from '../services.ts';
import { attentionFacts } from './attention-facts.ts';
import { attentionQueries } from './kinds.store.ts';
import { withoutDismissed } from './list-attention.store.ts';

/**
 * Returns the number of failed refunds, and of ended plans whose credit is stuck, that Needs attention lists,
 * until each is made, finished or dismissed.
 */
export function attentionFigures(services: Pick<Services, 'db' | 'clock' | 'settings'>): FigureSource {
  return {
    feature: 'attention',
    figures: {
      refunds_failed: { help: 'Failed refunds that need attention' },
      plan_credits_stuck: { help: 'Ended plans whose credit has not been returned for a day' },
    },
    async read() {
      const facts = attentionFacts(services);
      const count = (kind: 'refund-failed' | 'stuck-credit') =>
        sql`(SELECT count(*)::int FROM ${withoutDismissed(kind, attentionQueries[kind](facts))})`;
      const { rows } = await sql<{ failed: number; stuck: number }>`
        SELECT ${count('refund-failed')} AS "failed", ${count('stuck-credit')} AS "stuck"`.execute(services.db);
      return rows.flatMap(({ failed, stuck }) => [
        { figure: 'refunds_failed', value: failed },
        { figure: 'plan_credits_stuck', value: stuck },
      ]);
    },
  };
}
