import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { recordLook } from './record-look.ts';
import { listEntries } from './store.ts';

/** More than anyone reads about one pickup, person or plan. */
const mostEntries = 200;

export function auditRoutes(services: Services) {
  const { db } = services;
  return {
    listHistory: async ({ actor, query }) => {
      await recordLook(services, actor.id, query);
      const rows = await listEntries(db, { ...query, most: mostEntries });
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },
  } satisfies Partial<Handlers>;
}
