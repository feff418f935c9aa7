import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { listEntries } from './store.ts';

/** More than anyone reads about one pickup, person or plan. */
const mostEntries = 200;

export function auditRoutes({ db }: Services) {
  return {
    listHistory: async ({ query }) => {
      const rows = await listEntries(db, { ...query, most: mostEntries });
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },
  } satisfies Partial<Handlers>;
}
