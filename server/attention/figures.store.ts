import { sql } from 'kysely';
import type { FigureSource } from '../http/figures.ts';
import type { Services } from '../services.ts';
import { attentionFacts } from './attention-facts.ts';
import { attentionQueries } from './kinds.store.ts';
import { withoutDismissed } from './list-attention.store.ts';

/** Returns the number of failed refunds that Needs attention lists, until each is made or settled. */
export function attentionFigures(services: Pick<Services, 'db' | 'clock' | 'settings'>): FigureSource {
  return {
    feature: 'attention',
    figures: { refunds_failed: { help: 'Failed refunds that need attention' } },
    async read() {
      const failed = withoutDismissed('refund-failed', attentionQueries['refund-failed'](attentionFacts(services)));
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS "count" FROM ${failed}`.execute(
        services.db,
      );
      return rows.map(({ count }) => ({ figure: 'refunds_failed', value: count }));
    },
  };
}
